/** The product's tokens that these pages need, in both themes; the web app's own theme switch cannot be read here. */
export const pageStyle = `
:root{color-scheme:dark;--page:oklch(0.155 0.004 265);--card:oklch(0.185 0.005 265);--field:oklch(0.215 0.006 265);
--line:oklch(0.325 0.008 265);--line-control:oklch(0.545 0.012 265);--ink:oklch(0.965 0.002 265);
--ink-2:oklch(0.80 0.006 265);--ink-3:oklch(0.70 0.008 265);--primary:oklch(0.965 0.002 265);
--on-primary:oklch(0.185 0.005 265);--primary-hover:oklch(0.88 0.004 265);--link:oklch(0.76 0.12 255);
--focus:oklch(0.73 0.135 255);--danger:oklch(0.76 0.14 22);--danger-subtle:oklch(0.25 0.055 22);
--danger-line:oklch(0.46 0.13 24);--mark:oklch(0.285 0.008 265);--stones:oklch(0.965 0.002 265)}
@media (prefers-color-scheme:light){:root{color-scheme:light;--page:oklch(0.975 0.002 265);--card:oklch(1 0 0);
--field:oklch(1 0 0);--line:oklch(0.895 0.004 265);--line-control:oklch(0.635 0.012 265);
--ink:oklch(0.205 0.006 265);--ink-2:oklch(0.40 0.01 265);--ink-3:oklch(0.485 0.012 265);
--primary:oklch(0.205 0.006 265);--on-primary:oklch(0.99 0 0);--primary-hover:oklch(0.32 0.008 265);
--link:oklch(0.47 0.19 260);--focus:oklch(0.52 0.20 260);--danger:oklch(0.48 0.185 26);
--danger-subtle:oklch(0.96 0.017 20);--danger-line:oklch(0.83 0.085 22);--mark:oklch(0.205 0.006 265)}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--ink);
font:14px/20px Geist,system-ui,sans-serif}
main{width:100%;max-width:400px}
.brand{display:flex;align-items:center;justify-content:center;gap:12px;margin:0 0 24px;font-size:18px;font-weight:600;color:var(--ink)}
.mark{fill:var(--mark)}.stones{fill:var(--stones)}
.card{padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0 0 20px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.01em}
p{margin:0;color:var(--ink-2)}
form{display:grid;gap:16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
label{display:block;margin-bottom:6px;font-weight:500}
input{width:100%;height:40px;padding:0 12px;border:1px solid var(--line-control);border-radius:6px;background:var(--field);
color:var(--ink);font:inherit;font-size:16px}
input[aria-invalid=true]{border-color:var(--danger)}
.hint,.error{margin-top:6px;font-size:13px}
.hint{color:var(--ink-3)}
.error{color:var(--danger)}
.alert{padding:10px 12px;border:1px solid var(--danger-line);border-radius:8px;background:var(--danger-subtle);color:var(--ink)}
button{height:40px;border:0;border-radius:6px;background:var(--primary);color:var(--on-primary);font:inherit;font-weight:500;
cursor:pointer}
button:hover{background:var(--primary-hover)}
a{color:var(--link)}
.other{margin-top:20px}
.intro{margin-bottom:16px}
form+.other,.other+.other{text-align:center}
strong{color:var(--ink);font-weight:600;overflow-wrap:anywhere}
h1,.intro{overflow-wrap:anywhere}
ul{margin:0 0 16px;padding-left:20px;color:var(--ink-2)}
.alert+form{margin-top:16px}
.second{margin-top:12px}
.quiet{background:none;border:1px solid var(--line-control);color:var(--ink)}
.quiet:hover{background:var(--field)}
.other+.other{margin-top:8px}
code{display:block;margin-top:12px;padding:10px 12px;border:1px solid var(--line);border-radius:6px;background:var(--field);color:var(--ink);
font:13px/20px ui-monospace,monospace;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media (pointer:coarse){input,button{height:44px}.other a{display:inline-block;padding:12px 4px;margin:-12px 0}.other+.other{margin-top:24px}}
@media (max-width:420px){.card{padding:20px 16px}}
`;
