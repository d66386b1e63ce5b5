"""Tables of laboratories: what is measured, whether it was found, whether it holds."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph

GRAPH = Graph.from_edges([(0, 1), (1, 2)], names=["A", "B", "C"])


@pytest.fixture
def put(tmp_path):
    def write(head, *marks, numbers=(10, 20, 5)):
        rows = [f"{k},{m},{x}" for k, m, x in zip("ABC", marks, numbers, strict=True)]
        path = tmp_path / "lab.csv"
        path.write_text("\n".join([head, *rows, ""]), encoding="utf-8")
        return path

    return write


FLAGGED = ("Laboratory Qualifier", "VQ", "Flag 1", "MeasureQualifierCode", "", "notes", "Qual.1")

WRONG = [
    ("name,statut,value", ["validé", "annulé", "validé"], "line 3: 'statut' .*'annulé'"),
    ("name,estado,value", ["validado", "anulado", ""], "line 3: 'estado' .*'anulado'"),
    ("name,Prüfstatus,value", ["gültig", "ungültig", "gültig"], "line 3: .*'ungültig'"),
    ("name,situação,value", ["aprovado", "reprovado", ""], "line 3: .*'reprovado'"),
    ("name,статус,value", ["годен", "отклонено", ""], "line 3: .*'отклонено'"),
    ("name,状态,value", ["有效", "无效", "有效"], "line 3: .*'无效'"),
    ("name,parameter,value", ["zinc", "lead", "zinc"], "line 3: 'parameter' .* 'zinc', 'lead':"),
    ("name,Analyte,reading", ["zinc", "zinc", "Pb"], "line 4: 'Analyte' .* 'zinc', 'Pb':"),
    ("name,species,value", ["oak", "oak", "birch"], "line 4: .*'oak', 'birch'"),
    ("name,matrix,value", ["Soil", "Water", "Soil"], "line 3: 'matrix' .* 'Soil', 'Water':"),
    ("name,Sample_Matrix,reading", ["Soil", "", "Water"], "line 4: 'Sample_Matrix' .*'Water':"),
    ("name,medium,value", ["water", "water", "sediment"], "line 4: 'medium' .*'sediment':"),
    ("name,ActivityMediaName,value", ["Water", "Sediment", ""], "line 3: .*'Sediment':"),
    ("name,MDL,value", ["5", "5", "5"], "line 4: 'MDL' says '5', and the value 5 is not above it"),
    ("name,Detection Limit,value", ["", "40", ""], "line 3: .*'40', and the value 20 is not"),
    ("name,Bestimmungsgrenze,value", ["1", "2", "10"], "line 4: .*the value 5 is not above it"),
    ("name,DL,reading", ["12", "12", "12"], "line 2: 'DL' says '12', and the value 10 is not"),
    ("name,ActivityTypeCode,value", ["QC Sample-Field Blank", "Routine", ""], "line 2: .*Blank'"),
    ("name,type,value", ["Sample", "Lab Matrix Spike Dup", ""], "line 3: .*'Lab Matrix Spike"),
    ("name,ReviewState,value", ["", "hasIssues", ""], "line 3: .*'hasIssues'"),
    ("name,sample_type,value", ["N", "MS", "FD"], "line 3: .*'MS', 'FD', 'N'"),
    ("name,reportable_result,value", ["Yes", "Yes", "No"], "line 4: .*'No', 'Yes'"),
    ("name,ResultWeightBasisText,value", ["Dry", "Wet", ""], "line 3: .*'Wet'"),
    ("name,total_or_dissolved,value", ["T", "D", "T"], "line 3: .*'D'"),
    ("name,filtered,value", ["Y", "N", ""], "line 3: .*'N'"),
    ("name,qualifier,value", ["<", "", ""], "line 2: 'qualifier' beside the values says '<':"),
    ("name,Result Qualifier,value", ["", "ND", "J"], "line 3: .*'ND', 'J'"),
    ("name,qc,value", ["bad", "ok", "ok"], "line 2: 'qc' .*'bad', 'ok': save those that hold"),
    ("name,flag,value", ["A", "R", "A"], "line 2: .*'A', 'R'"),
    ("name,qc_flag,value", ["1", "1", "4"], "line 2: .*'1', '4'"),
    ("name,censored,value", ["0", "1", "0"], "line 3: .*'1', '0'"),
    ("name,nondetect,value", ["TRUE", "FALSE", "FALSE"], "line 2: .*'TRUE', 'FALSE'"),
    ("name,detected,value", ["yes", "no", "yes"], "line 3: .*'no', 'yes'"),
    # By what stands in the cells, whatever the header says.
    ("name,resultQualifier.notation,value", ["<", "", ""], "line 2: .*'<'"),
    ("name,operator,value", ["=", "<", "="], "line 3: .*'<', '='"),
    ("name,comparator,value", ["eq", "lt", "eq"], "line 3: .*'lt', 'eq'"),
    ("name,,value", ["", "<=", ""], "line 3: .*'<='"),
    ("name,notes,value", ["", "<", ""], "line 3: .*'<'"),
    ("name,x9,value", ["", "", "ND"], "line 4: .*'ND'"),
    ("name,x9,value", ["windy", "Suspect", "late"], "line 3: .*'Suspect'"),
    ("name,<,value", ["", "x", ""], "line 3: .*'x'"),
    ("name,quality,value", ["good", "bad", "suspect"], "line 3: .*'bad', 'suspect', 'good'"),
    ("name,data_quality,value", ["1", "1", "3"], "line 2: .*'1', '3'"),
    ("name,Validity,value", ["1", "-1", "1"], "line 2: .*'1', '-1'"),
    ("name,QF,value", ["", "U", ""], "line 3: .*'U'"),
    ("name,state,value", ["ok", "ERROR", "ok"], "line 3: .*'ERROR', 'ok'"),
    ("name,invalid,value", ["0", "1", "0"], "line 3: .*'1', '0'"),
    ("name,is_excluded,value", ["false", "false", "true"], "line 4: .*'true', 'false'"),
    ("name,suspect,value", ["", "x", ""], "line 3: .*'x'"),
    ("name,error,value", ["0", "1", "0"], "line 3: .*'1', '0'"),
    ("name,deleted,value", ["", "2020-01-01", ""], "line 3: .*'2020-01-01'"),
    ("name,determinand.label,value", ["Zinc - as Zn", "", "Lead"], "line 4: .*'Lead'"),
    ("name,Test,value", ["zinc", "lead", ""], "line 3: .*'lead'"),
    ("name,Component,value", ["zinc", "lead", ""], "line 3: .*'lead'"),
    ("name,CAS,value", ["7440-66-6", "7439-92-1", ""], "line 3: "),
    ("name,statistic,value", ["mean", "max", "max"], "line 3: .*'max'"),
    ("name,Reporting Units,value", ["mg/l", "ug/l", ""], "line 3: .*'ug/l', and 'mg/l' in line 2"),
    ("name,unit_of_measurement,value", ["a", "b", ""], "line 3: .*'b', and 'a'"),
    ("name,determinand.unit.label,value", ["ug/l", "", "mg/l"], "line 4: .*'mg/l', and 'ug/l'"),
    ("name,x9,value", ["µg/L", "ppm", ""], "line 3: .*'ppm', and 'µg/L'"),
    ("name,x9,value", ["ug.m-3", "mg.m-3", ""], "line 3: .*'mg.m-3'"),
    # Yes and no, and what is no sample, whatever the header says.
    ("name,use,value", ["yes", "no", "yes"], "line 3: .*'no', 'yes'"),
    ("name,include,value", ["TRUE", "TRUE", "FALSE"], "line 4: .*'FALSE', 'TRUE'"),
    ("name,usable,value", ["N", "Y", ""], "line 2: .*'N', 'Y'"),
    ("name,gültig,value", ["ja", "nein", "ja"], "line 3: .*'nein', 'ja'"),
    ("name,ungültig,value", ["nein", "ja", "nein"], "line 3: .*'ja', 'nein'"),
    ("name,válido,value", ["si", "no", "si"], "line 3: .*'no', 'si'"),
    ("name,Validité,value", ["1", "-1", "1"], "line 3: .*'-1', '1'"),
    ("name,ongeldig,value", ["nee", "ja", "nee"], "line 3: .*'ja', 'nee'"),
    ("name,aberrant,value", ["0", "1", "0"], "line 3: .*'1', '0'"),
    ("name,ResultDetectionConditionText,value", ["", "Not Detected", ""], "line 3"),
    ("name,MnemoRqAna,value", ["ok", "Résultat < au seuil de quantification", "ok"], "line 3"),
    ("name,Bewertung,value", ["", "< BG", ""], "line 3"),
    ("name,à utiliser,value", ["oui", "oui", "non"], "line 4: .*'non', 'oui'"),
    ("name,ok,value", ["1", "0", "1"], "line 3: .*'0', '1'"),
    ("name,is_ok,value", ["1", "0", "1"], "line 3: .*'0', '1'"),
    ("name,validité,value", ["valide", "non valide", "valide"], "line 3: .*'non valide'"),
    ("name,sample_type,value", ["sample", "sample", "field blank"], "line 4: .*'field blank'"),
    ("name,type,value", ["BLANK", "sample", ""], "line 2: .*'BLANK'"),
    (
        "name,_validation_status,value",
        [f"validation_status_{w}approved" for w in ("", "not_", "")],
        "line 3: .*'validation_status_not_approved'",
    ),
    ("name,_validation_status,value", ["", "validation_status_on_hold", ""], "line 3: .*on_hold'"),
    ("name,x9,value", ["state: good", "state: bad", "state: good"], "line 3: .*'state: bad'"),
    *(
        ("name,x9,value", ["gut", word, "gut"], f"line 3: 'x9' .*'{word}', 'gut'")
        for word in (
            *("no válido", "Douteuse", "douteux", "Incorrecte", "unplausibel", "unzuverlässig"),
            *("onbetrouwbaar", "verworfen", "Ausreißer", "n.n.", "nicht nachweisbar", "Leerwert"),
            *("NICHT_GÜLTIG", "on hold", "incertain"),
        )
    ),
    *(
        (f"name,{head},value", ["5", "5", "5"], "line 4: .* says '5', and the value 5 is not above")
        for head in (
            *("BG", "NWG", "NG", "RG", "EQL", "LC", "BG [mg/kg]", "rapportagegrens"),
            *("detectiegrens (µg/l)", "Límite de detección", "Limite di rilevabilità"),
            *("Bestimmungsgrenze (mg/kg)", "Nachweisgrenze mg/kg"),
        )
    ),
    # Marks of laboratories, whatever the header says.
    *((f"name,{head},value", ["", "U", "J"], "line 3: .*'U', 'J'") for head in FLAGGED),
    ("name,x9,value", ["R", "UJ", ""], "line 2: .*'R', 'UJ'"),
    ("name,x9,value", ["J", "B", "J"], "line 2: .*'J', 'B'"),
    ("name,VQ,value", ["=", "=", "u"], "line 4: .*'u'"),
    ("name,FINAL_QUALIFIER,value", ["U", "U", "U"], "line 2: .*'U'"),
    # Words that say that nothing was found, or that no site was measured.
    *(("name,x9,value", ["", word, ""], f"line 3: .*'{word}'") for word in ("ND", "LOD", "BDL")),
    *(
        ("name,x9,value", ["routine", word, "routine"], f"line 3: .*'{word[:20]}.*', 'routine'")
        for word in ("reference sample", "calibration check", "QC Sample-Lab Matrix Spike")
    ),
]


@pytest.mark.parametrize(("head", "marks", "said"), WRONG)
def test_what_is_said_beside_values_is_heard(put, head, marks, said):
    path = put(head, *marks)
    for road in (read_import, read_values):
        with pytest.raises(ParameterError, match=f"{said}.*(rename|delete) that column"):
            road(path, GRAPH)
    with pytest.raises(ParameterError, match=said):
        read_values(path, GRAPH, head.split(",")[-1])


#: Of which the column of the values is given.
OF_TWO = [
    ("name,CdParametre,RsAna", ["1383", "1382", ""], "line 3: 'CdParametre' .*'1382'"),
    ("name,LbLongParamètre,valeur", ["Zinc", "Nitrates", "Zinc"], "line 3: .*'Nitrates'"),
    ("name,Chemical Family,value", ["PAK", "PCB", "PAK"], "line 3: .*'PCB'"),
    # Substances, under any header.
    *(
        ("name,x9,Zahl", cells, rf"line 4: 'x9' .*'{cells[-1]}', '{cells[0]}'")
        for cells in (["Zink", "Zink", "Blei"], ["Cu", "", "Ni"], ["plomb", "Pb", "étain"])
    ),
    ("name,x9,y9", ["Fe (gelöst)", "Fe", "Mangan"], "line 4: .*'Mangan'"),
    ("name,x9,y9", ["ZN", "CD", "ZN"], "line 3: .*'CD', 'ZN'"),
    ("name,CAS-Nr,Messung", ["7440-66-6", "7439-92-1", ""], "line 3: .*'7439-92-1'"),
]


@pytest.mark.parametrize(("head", "marks", "said"), OF_TWO)
def test_values_of_two_substances_under_any_heading(put, head, marks, said):
    path, column = put(head, *marks), head.split(",")[-1]
    for road in (read_import, read_values):
        with pytest.raises(ParameterError, match=f"{said}.*(rename|delete) that column"):
            road(path, GRAPH, column=column)


@pytest.mark.parametrize(
    ("head"),
    [
        *("name,zinc_flag,zinc", "name,flag_zinc,zinc", "name,cens,zinc", "name,zinc_Q,zinc"),
        *("name,,zinc", "name,lab operator,zinc", "name,zinc.qualifier.notation,zinc"),
    ],
)
def test_also_beside_a_column_of_its_own_name(put, head):
    with pytest.raises(ParameterError, match=r"line 2: .*'<'"):
        read_import(put(head, "<", "", ""), GRAPH, column="zinc")


@pytest.mark.parametrize(
    ("head", "marks"),
    [
        ("name,parameter,value", ["zinc", "Zinc", ""]),  # one substance
        ("name,x9,y9", ["Zink", "Zn", ""]),
        ("name,metal,zinc", ["Zn", "Pb", "Pb"]),  # the values say what they are of
        ("name,x9,y9", ["CO", "AL", "CO"]),  # states
        ("name,x9,y9", ["N", "S", "W"]),
        ("name,x9,y9", ["Zink", "Kalk", ""]),
        ("name,x9,y9", ["7440-66-6", "7439-92-2", ""]),  # whatever these are
        ("name,species richness,value", ["12", "15", "12"]),
        ("name,species,zinc", ["oak", "oak", "birch"]),  # of the sites, not of what was measured
        ("name,matrix,value", ["Soil", "soil", ""]),
        ("name,MDL,value", ["2", "", "4.9"]),
        ("name,lead_MDL,zinc", ["30", "30", "30"]),  # of another column
        ("name,DL,value", ["30", "25", "40"]),  # a length
        ("name,limit,value", ["30", "30", "30"]),  # of the law
        ("name,state,value", ["MS", "SD", "MS"]),
        ("name,filtered,zinc", ["Y", "N", "Y"]),
        ("name,medium,zinc", ["Soil", "Water", ""]),
        ("name,lead_flag,zinc", ["<", "", ""]),  # of another column
        ("name,remarks,value", ["windy", "", "late"]),
        ("name,qualifier,value", ["=", "", "="]),
        ("name,qc,value", ["ok", "Good", "PASS"]),
        ("name,flag,value", ["1", "1", "1"]),  # nothing tells them apart
        ("name,censored,value", ["0", "false", "No"]),
        ("name,detected,value", ["1", "TRUE", "y"]),
        ("name,depth,value", ["1", "2", "3"]),
        ("name,state,value", ["ND", "SD", "MN"]),  # North Dakota
        ("name,country,value", ["LT", "GE", "GE"]),
        ("name,lead,zinc", ["ND", "3", "5"]),  # another substance
        ("name,operator,value", ["Ann", "Bob", ""]),
        ("name,notes,value", ["bad", "", "error"]),
        ("name,remark,value", ["the pump was bad so read twice", "", ""]),
        ("name,observer,value", ["ND", "LT", "ND"]),
        ("name,soil,value", ["clay", "bad land", "sand"]),
        ("name,land,value", ["bad_land", "good_land", "bad_land"]),
        ("name,BG,value", ["30", "25", "40"]),
        ("name,LC,value", ["forest", "arable", ""]),  # land cover
        ("name,observer,value", ["n.n.", "Ann", ""]),
        ("name,irrigated,value", ["yes", "no", "yes"]),  # said of the place
        ("name,lime,value", ["0", "1", "0"]),
        ("name,use,value", ["forest", "arable", "pasture"]),
        ("name,aspect,value", ["N", "S", "N"]),
        ("name,notes,value", ["yes", "no", ""]),
        ("name,cover,value", ["blanket bog", "forest", ""]),
        ("name,x9,value", ["bad", "bad", "bad"]),  # nothing tells them apart
        ("name,error,value", ["0.3", "1", "0.5"]),  # of the measurement
        ("name,standard_error,value", ["1", "0", "1"]),
        ("name,water quality,value", ["0.71", "0.8", "0.93"]),
        ("name,quality,value", ["1", "1", "1"]),
        ("name,Q,value", ["1.5", "2", "7"]),  # discharge
        ("name,invalid,value", ["0", "", "false"]),
        ("name,Test,value", ["1", "2", "3"]),
        ("name,test_date,value", ["mon", "tue", "wed"]),
        ("name,mapping unit,value", ["A", "B", "C"]),
        ("name,lead_unit,zinc", ["mg/l", "", "mg/l"]),
        ("name,cover,value", ["10 %", "20 %", "30 %"]),
        ("name,x9,value", ["U", "R", "U"]),  # urban, rural
        ("name,x9,value", ["A", "B", "D"]),
        ("name,aspect,value", ["E", "", "E"]),
        ("name,zone,value", ["U", "V", "J"]),
        ("name,sex,value", ["M", "F", "U"]),
        ("name,x9,value", ["U", "U", "U"]),  # nothing tells them apart
        ("name,observer,value", ["J", "", "U"]),
        ("name,horizon,value", ["B", "E", ""]),
    ],
)
def test_what_says_nothing_against_a_value_is_passed_over(put, head, marks):
    column = head.split(",")[-1]
    assert read_values(put(head, *marks), GRAPH, column).tolist() == [10, 20, 5]


@pytest.mark.parametrize("head", ["Zn_qual", "zinc_DL_flag", "Validation Qualifier", "zinc?", ""])
def test_marks_of_laboratories_beside_a_column_of_its_own_name(put, head):
    with pytest.raises(ParameterError, match=r"line 2: .*'U', 'J'"):
        read_import(put(f"name,{head},zinc", "U", "", "J"), GRAPH, column="zinc")
    with pytest.raises(ParameterError, match=r"line 2: .*'U', 'J'"):
        read_import(put("name,Pb_flag,lead", "U", "", "J"), GRAPH, column="lead")


@pytest.mark.parametrize("second", ["Qual.1", "Qual2", "Qual_1"])
def test_of_two_columns_of_marks_the_neighbour_counts(tmp_path, second):
    path = tmp_path / "lab.csv"
    for head, rows in [
        (f"name,zinc,Qual,lead,{second}", "A,5,,1,U B,6,,7, C,7,,8,J"),
        (f"name,Qual,zinc,{second},lead", "A,,5,U,1 B,,6,,7 C,,7,J,8"),
    ]:
        path.write_text("\n".join([head, *rows.split(" "), ""]), encoding="utf-8")
        assert len(read_import(path, GRAPH, column="zinc").rows) == 3
        with pytest.raises(ParameterError, match=rf"line 2: '{second}' .*'U', 'J'"):
            read_import(path, GRAPH, column="lead")
    path.write_text(f"name,zinc,Qual,depth,{second}\nA,5,,1,\nB,6,,1,<\n", encoding="utf-8")
    with pytest.raises(ParameterError, match=rf"line 3: '{second}' .*'<'"):
        read_import(path, GRAPH, column="zinc")  # a depth has no marks


def test_only_rows_with_a_value_are_looked_at(put):
    path = put("name,flag,zinc", "", "ND", "", numbers=(10, "", 5))
    assert [row.reading for row in read_import(path, GRAPH, column="zinc").rows] == [10, 5]


@pytest.mark.parametrize(
    ("head", "marks", "mend"),
    [
        ("name,qc_flag,value", ["1", "1", "4"], "rename"),
        ("name,qc,value", ["bad", "ok", "ok"], "delete"),  # it would be heard by any name
        ("name,unit,value", ["clay", "sand", ""], "rename"),
        ("name,unit,value", ["mg/l", "ug/l", ""], "delete"),
    ],
)
def test_the_remedy_helps(put, head, marks, mend):
    with pytest.raises(ParameterError, match=f"or {mend} that column if it is something else"):
        read_values(put(head, *marks), GRAPH)
    name = "x9,value" if mend == "rename" else "notes,value"
    if marks[0] != "mg/l":
        assert read_values(put(f"name,{name}", *marks), GRAPH, "value").tolist() == [10, 20, 5]
