"""The words that random command lines are made of."""

from __future__ import annotations

__all__ = ["HOSTILE", "LINES", "OPTIONS", "WATCHED"]

#: Ordinary lines; what is to be changed in them is up to chance.
LINES = (
    "--version",
    "--help",
    "datasets --json",
    "info g.npz",
    "info g.npz --horizon 20 --ridge 0.1 --json",
    "campaign --help",
    "campaign list",
    "campaign list --json",
    "campaign new c g.npz --budget 4 --horizon 9",
    "campaign new d g.npz --center 9 --scale 20 --noise 0.1 --json",
    "campaign new e g.npz --cost 1:9,2:5 --stop cost>=5 --tolerance 0.1 --seed 3",
    "campaign new f g.npz --policy Finder --budget 6 --set delta=0.1",
    "campaign ask a",
    "campaign ask a -n 2 --json",
    "campaign ask a --more --lease 5 --for north",
    "campaign ask b -n 2 --key k1 --json",
    "campaign ask a --format kml --out next.kml",
    "campaign ask a --format geojson",
    "campaign ask a --format table --out t.table",
    "campaign tell a 2 0.5",
    "campaign tell a 3 -0.5 --key k2 --json",
    "campaign tell b 1 0.25",
    "campaign observe a 3;4 0.5",
    "campaign observe a place,1 0.5 --json",
    "campaign import a r.csv",
    "campaign import a bad.csv --json",
    "campaign cancel a 3",
    "campaign correct a 1 0.75",
    "campaign annul a 1 --json",
    "campaign annul a 5 --observation",
    "campaign mask a 3 4",
    "campaign unmask a 3;4",
    "campaign pause b",
    "campaign resume b",
    "campaign status a",
    "campaign status a --json",
    "campaign status a --assess --tolerance 0.1",
    "campaign status b --assess --json",
    "campaign history a",
    "campaign history a --events --last 3",
    "campaign history a --json",
    "campaign export a --out h.csv",
    "campaign export a --out h.json --json",
    "campaign export a --out h.geojson",
    "campaign finish c --reason enough",
    "campaign watch a -n 2",
    "campaign watch b --json",
    "campaign drill a --field f.csv --rounds 3 --seed 1",
    "db check",
    "db check --json",
    "db backup copy.db",
    "db upgrade --json",
    "hunt g.npz --horizon 4",
    "hunt g.npz --field f.csv --horizon 3 --json",
)

OPTIONS = (
    "--json", "--db", "--who", "--key", "--for", "--out", "--format", "--lease", "-n", "--more",
    "--beyond", "--watch", "--budget", "--center", "--scale", "--noise", "--ridge", "--delta",
    "--smoothness", "--probes", "--cost", "--stop", "--tolerance", "--engine", "--seed", "--set",
    "--policy", "--assess", "--events", "--last", "--reason", "--field", "--observation", "--help",
    "--nosuch", "--", "-",
)  # fmt: skip

#: Words that nobody means. No number here makes an ordinary command long.
HOSTILE = (
    "", " ", "0", "-1", "1e308", "-1e308", "1e-320", "1e999", "nan", "inf", "-inf", "1_5", "٣",
    "9" * 400, "-" + "9" * 5000, "0x10", "1,5", "1e400", "2.5", "true", "None", "'; DROP TABLE x;",
    "a\nb", "a\x1b]0;title\x07b", "\x1b[2J", "\x9b31m", "\u202egnp.exe", "\ud800", "\udcff", "\x7f",
    "é" * 300, "x" * 5000, "木", "=1+1", "@x", "-x", "+1", "..", "/", ".", "~", "~nosuch/x",
    "/dev/null", "/dev/zero", "/dev/full", "folder", "nowhere/x.csv", "g.npz", "f.csv",
    "r.csv", "c.db", "postgresql://ana:geheim@127.0.0.1:1/n?password=geheim",
    "postgresql:/ana:geheim@h/n", "sqlite:///", "mysql://h/n", "http://h/n", "grid:3x3",
    "grid:99999999x99999999", "grid:0x0", "grid:-1x3", "scale-free:1", "[1]", "{}", "{", "%s%n",
    "{0.__class__}", "${HOME}", "probability>=0.5", "cost>=0", "cost>=" + "9" * 400, "1:9,2:-5",
    "1:nan", "3;3", ";", "a;b;c", "CheapUCB", "Finder", "NoSuch", "[bold]x[/]", "[/]", "\\",
)  # fmt: skip

#: What ``watch`` reads.
WATCHED = (
    '1 0.5\n2 nan\nx\n{"ask": 3, "reading": 0.25}\n{"ask": true, "reading": 1}\n'
    '{"nodes": [1, "place 2"], "reading": 0.5}\n{"nodes": [1e9], "reading": 1}\n[1]\n"x"\nnull\n'
    '{"ask": 1, "reading": 1, "key": 5}\n4 1e308\n5 1_5\n6 \u0663\n'
    "9999999999999999999999999999 1\n\x1b]0;x\x07 1\n"
)
