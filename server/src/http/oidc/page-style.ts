/**
 * Where the web app's fonts lie under names that stay (`mountWebApp`). Where it is not served beside these pages, they
 * are read in the system's.
 */
const fonts: readonly [family: string, file: string, unicodeRange: string][] = [
  ["Geist", "geist-latin", "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122"],
  ["Geist", "geist-latin-ext", "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+1E00-1EFF,U+20A0-20AB"],
  ["Geist", "geist-cyrillic", "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116"],
  ["Geist Mono", "geist-mono-latin", "U+0000-00FF,U+2000-206F"],
];

/** The font that every page needs, preloaded before the stylesheet is parsed. */
export const firstFontPath = "/fonts/geist-latin.woff2";

/** As in the web app, a font that comes late is left for the next page, so that no text moves. */
const fontFaces = fonts
  .map(
    ([family, file, range]) =>
      `@font-face{font-family:"${family}";font-weight:100 900;font-display:optional;` +
      `src:url(/fonts/${file}.woff2) format("woff2");unicode-range:${range}}`,
  )
  .join("\n");

/**
 * The product's tokens that these pages need, in both themes, and its card, fields and buttons; the web app's own theme
 * switch cannot be read here.
 */
export const pageStyle = `
${fontFaces}
:root{color-scheme:dark;--page:oklch(0.155 0.004 265);--card:oklch(0.185 0.005 265);--field:oklch(0.215 0.006 265);
--field-hover:oklch(0.25 0.007 265);
--line:oklch(0.325 0.008 265);--line-control:oklch(0.545 0.012 265);--ink:oklch(0.965 0.002 265);
--ink-2:oklch(0.80 0.006 265);--ink-3:oklch(0.70 0.008 265);--primary:oklch(0.965 0.002 265);
--on-primary:oklch(0.185 0.005 265);--primary-hover:oklch(0.88 0.004 265);--link:oklch(0.76 0.12 255);
--focus:oklch(0.73 0.135 255);--danger:oklch(0.76 0.14 22);--danger-subtle:oklch(0.25 0.055 22);
--danger-line:oklch(0.46 0.13 24);--hit:oklch(0.255 0.05 260)}
@media (prefers-color-scheme:light){:root{color-scheme:light;--page:oklch(0.975 0.002 265);--card:oklch(1 0 0);
--field:oklch(0.988 0.001 265);--field-hover:oklch(0.958 0.003 265);--line:oklch(0.895 0.004 265);
--line-control:oklch(0.635 0.012 265);--ink:oklch(0.205 0.006 265);--ink-2:oklch(0.40 0.01 265);
--ink-3:oklch(0.485 0.012 265);--primary:oklch(0.205 0.006 265);--on-primary:oklch(0.99 0 0);
--primary-hover:oklch(0.32 0.008 265);--link:oklch(0.47 0.19 260);--focus:oklch(0.52 0.20 260);
--danger:oklch(0.48 0.185 26);--danger-subtle:oklch(0.96 0.017 20);--danger-line:oklch(0.83 0.085 22);
--hit:oklch(0.955 0.02 258)}}
@media (prefers-contrast:more){:root{--ink-3:var(--ink-2);--line:var(--line-control)}}
*{box-sizing:border-box}
html{font-family:Geist,system-ui,sans-serif;-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility;
-webkit-text-size-adjust:100%;font-feature-settings:"cv11","ss03"}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:2.5rem 1rem;background:var(--page);color:var(--ink);
font-size:.875rem;line-height:1.25rem}
main{width:100%;max-width:25rem;padding:2rem;border:1px solid var(--line);border-radius:12px;background:var(--card);
overflow-wrap:anywhere}
body:has(aside){gap:2rem 4rem}
@media (min-width:60rem){body:has(aside){grid-template-columns:minmax(0,30rem) 25rem;justify-content:center}
main{order:1}.brief{display:none}.brief+*{margin-top:1.5rem}}
@media (min-width:76rem){body:has(aside){grid-template-columns:minmax(0,46rem) 25rem;gap:3rem}}
aside{width:100%;max-width:46rem;overflow-wrap:anywhere}
.brief{margin:.5rem 0 1.25rem;font-size:.8125rem;color:var(--ink-2)}
h2{margin:0 0 .5rem;font-size:1.25rem;line-height:1.75rem;font-weight:600;letter-spacing:-.01em;text-wrap:balance}
.cited{margin:1.25rem 0 0;border:1px solid var(--line);border-radius:12px;background:var(--card)}
.cited figcaption{padding:.625rem 1.25rem;border-bottom:1px solid var(--line);font-size:.75rem;line-height:1.125rem;
color:var(--ink-3)}
.cited section{padding:.875rem 1.25rem 0}
.cited section:last-child{padding-bottom:1.125rem}
h3{margin:0 0 .25rem;font-size:.8125rem;line-height:1.25rem;font-weight:600}
small{margin-inline-start:.375rem;font-size:.75rem;font-weight:400;color:var(--ink-3)}
.statement{color:var(--ink-2)}
.statement+.statement{margin-top:.375rem}
.cited code{display:inline;margin:0;padding:.0625rem .125rem;border:0;border-radius:4px;font-size:.75rem}
details{display:inline}
details:not([open])::details-content{display:none}
summary{display:inline-grid;place-items:center;min-width:1.5rem;margin:0 .0625rem;height:1.5rem;padding:0 .25rem;border:1px solid var(--line);
border-radius:4px;background:var(--field);color:var(--ink-2);font-size:.75rem;font-weight:500;list-style:none;cursor:pointer;
font-variant-numeric:tabular-nums;transition:background-color 80ms}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--field-hover)}
details[open]>summary{border-color:var(--link);background:var(--hit);color:var(--link)}
.lines{margin:.375rem 0 .5rem;padding:.625rem 0;border:1px solid var(--line);border-radius:8px;background:var(--field);
font-size:.75rem;line-height:1.125rem}
.lines p{padding:0 .75rem .5rem;color:var(--ink-3)}
.lines b{color:var(--ink);font-weight:500}
pre{margin:0;font:.75rem/1.125rem "Geist Mono",ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
pre span{display:block;position:relative;min-height:1.125rem;padding:0 .75rem 0 3rem;color:var(--ink-2)}
pre i{position:absolute;inset-inline-start:0;width:2.25rem;text-align:end;font-style:normal;color:var(--ink-3);
user-select:none}
.hit{background:var(--hit);box-shadow:inset 2px 0 var(--link);color:var(--ink)}
@media (min-width:76rem){.cited>div{position:relative;padding-inline-end:54%}
details::details-content{display:contents}
details:not([open])::details-content{display:none}
details[open]>summary{pointer-events:none}
.lines{position:absolute;inset-block:0;inset-inline-end:0;width:54%;margin:0;padding:.875rem 0;border-width:0 0 0 1px;
border-radius:0 0 11px 0}}
.offer{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1rem;margin-top:1.25rem}
.offer span{flex:1 1 14rem}
.brand{display:flex;align-items:center;gap:.75rem;margin:0 0 1.25rem;font-weight:600;color:var(--ink)}
.brand svg{flex:none;width:2rem;height:2rem;fill:currentColor}
h1{margin:0;font-size:1.25rem;line-height:1.75rem;font-weight:600;letter-spacing:-.01em}
h1+*{margin-top:1.5rem}
h1+p:not(.alert){margin-top:.375rem}
p{margin:0;color:var(--ink-2)}
ul{margin:0;padding-inline-start:1.25rem;color:var(--ink-2)}
li+li{margin-top:.25rem}
strong{color:var(--ink);font-weight:600}
form{display:grid;gap:1rem}
.intro+form{margin-top:1.5rem}
.intro+*,ul+*{margin-top:1rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
label{display:block;margin-bottom:.375rem;font-size:.8125rem;font-weight:500;cursor:pointer}
input{width:100%;height:2rem;padding:0 .625rem;border:1px solid var(--line-control);border-radius:6px;
background:var(--field);color:var(--ink);font:inherit;transition:border-color 80ms}
input:hover{border-color:var(--ink-3)}
input[aria-invalid=true]{border-color:var(--danger)}
.hint,.error{margin-top:.375rem;font-size:.75rem;line-height:1rem}
.hint{color:var(--ink-3)}
.error{color:var(--danger)}
.alert{padding:.625rem .75rem;border:1px solid var(--danger-line);border-radius:8px;background:var(--danger-subtle);
color:var(--ink);font-size:.8125rem}
.alert+form{margin-top:1.5rem}
button{height:2.5rem;padding:0 1rem;border:0;border-radius:6px;background:var(--primary);color:var(--on-primary);
font:500 .875rem/1.25rem Geist,system-ui,sans-serif;cursor:pointer;transition:background-color 80ms}
button:hover{background:var(--primary-hover)}
.button{display:inline-grid;place-items:center;height:2.5rem;padding:0 1rem;border-radius:6px;color:var(--ink)}
.button:hover{text-decoration:none}
form+form{margin-top:.75rem}
.quiet{border:1px solid var(--line);background:var(--field);color:var(--ink)}
.quiet:hover{background:var(--field-hover)}
.other{margin-top:1.25rem;font-size:.8125rem;color:var(--ink-3)}
form~.other{text-align:center}
.other+.other{margin-top:.5rem}
a{border-radius:4px;color:var(--link);font-weight:500;text-decoration:none}
a:hover{text-decoration:underline}
code{display:block;margin-top:.75rem;padding:.625rem .75rem;border:1px solid var(--line);border-radius:6px;
background:var(--field);color:var(--ink);font:.8125rem/1.25rem "Geist Mono",ui-monospace,monospace}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media (pointer:coarse){input,button,.button{height:2.75rem}summary{min-width:2.75rem;height:2.75rem}input{font-size:16px}
.other a{display:inline-block;padding:.75rem .25rem;margin:-.75rem -.25rem}.other+.other{margin-top:1.5rem}}
@media (max-width:420px){main{padding:1.5rem 1.25rem}}
@media (max-width:300px){.pair{grid-template-columns:1fr}}
@media (forced-colors:active){button{border:1px solid}}
`;
