// Colours of places. How hot is the hue, how well known how far from grey; made once as a table.

const RAMPS = {
  light: { hot: "FBE9A9 F9C55B F0922E D4581B 9E2A1A 5A0F1E", doubt: "E6E3EE C9BFE0 A48FCB 7D60B0 5B3A8C 3A2162", count: "C9D3CD A3B8AB 7C9A88 577C67 355F49 17402C", off: "C9CECF" },
  dark: { hot: "4A1F16 7E2E17 B94A17 E57C25 F7B551 FFEDB0", doubt: "2A2438 43375F 64508F 8A72B8 B4A0DA E2D8F5", count: "243029 33493D 4A6B58 689079 92B8A1 C5E2D0", off: "353C43" },
};

const rgb = (hex) => [0, 2, 4].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255);
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

function toLab(hex) {
  const [r, g, b] = rgb(hex).map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

function toCss([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3, m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3, s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s];
  return `rgb(${parts.map((c) => Math.round(255 * Math.min(1, Math.max(0, gamma(Math.max(c, 0)))))).join(" ")})`;
}

const mix = (a, b, t) => a.map((x, k) => x + (b[k] - x) * t);

function along(ramp, u) {
  const place = Math.min(u, 0.999999) * (ramp.length - 1), k = Math.floor(place);
  return mix(ramp[k], ramp[k + 1], place - k);
}

export const STEPS = 64, SHADES = 16;
const tables = {};
export const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;

// Returns STEPS x SHADES colours: [shade][step].
export function table(kind) {
  const theme = dark() ? "dark" : "light", name = theme + kind;
  if (!tables[name]) {
    const ramp = RAMPS[theme][kind].split(" ").map(toLab), off = toLab(RAMPS[theme].off);
    tables[name] = Array.from({ length: SHADES }, (_, s) => Array.from({ length: STEPS }, (_, u) => toCss(mix(off, along(ramp, u / (STEPS - 1)), Math.min(1, (1.25 * s) / (SHADES - 1))))));
  }
  return tables[name];
}

export const shade = (colours, u, s) => colours[Math.max(0, Math.min(SHADES - 1, Math.round(s * (SHADES - 1))))][Math.max(0, Math.min(STEPS - 1, Math.round(u * (STEPS - 1))))];

export const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

// A range with round ends that holds both.
export function rounded(low, high) {
  if (!(high > low)) { const room = Math.abs(low) * 0.1 || 1; return [low - room, high + room]; }
  const step = 10 ** Math.floor(Math.log10((high - low) / 2)), fine = (high - low) / step < 4 ? step / 2 : step;
  return [Math.floor(low / fine + 1e-9) * fine, Math.ceil(high / fine - 1e-9) * fine];
}
