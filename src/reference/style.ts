/** How the reference looks, by day and by night, on a phone and on paper. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#d6dade, #3a4046); --soft: light-dark(#f4f6f7, #1f2327); --link: light-dark(#0b57a4, #8cbcf2); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 18rem minmax(0, 1fr); font: 16px/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: .875rem; }
nav p { margin: 1rem 0 .25rem; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
nav li { padding: .125rem 0; }
nav small { font-family: ui-monospace, monospace; }
.title { font-size: 1.25rem; }
main { max-width: 64rem; padding: 1rem 2rem 4rem; }
a { color: var(--link); }
section { margin: 0 0 3rem; }
section:target h3 { text-decoration: underline; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.125rem; }
.method { font-weight: 700; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
pre { margin: 0; padding: .75rem; overflow-x: auto; background: var(--soft); }
details { margin: .25rem 0; border: 1px solid var(--line); border-radius: 4px; }
summary { padding: .25rem .75rem; cursor: pointer; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: break-word; }
td p { margin: 0; }
td em { white-space: nowrap; }
.bounds { opacity: .75; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border: 0; }
  main { padding: 1rem; }
}
@media print { nav { display: none; } body { display: block; } }
`;
