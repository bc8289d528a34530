/** Style sheet of the sandbox's pages. */
export const style = `:root { color-scheme: light dark; --back: #f2f3f5; --card: #fff; --text: #1d2129; --quiet: #4e5969;
  --line: #e5e6eb; --brand: #165dff; --email: #0e7490; }
@media (prefers-color-scheme: dark) { :root { --back: #17171a; --card: #232324; --text: #f6f6f6; --quiet: #b5b5b8;
  --line: #3a3a3c; --brand: #7da2ff; --email: #67d0e6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 820px; padding: 24px 16px 48px; background: var(--back); color: var(--text);
  font: 14px/1.6 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', system-ui, sans-serif; }
header { display: flex; gap: 16px; justify-content: space-between; align-items: flex-start; }
h1 { margin: 0; font-size: 20px; }
h2 { margin: 12px 0 0; font-size: 16px; overflow-wrap: anywhere; }
header > a { white-space: nowrap; }
header p, .empty, .label, time { color: var(--quiet); }
header p { margin: 4px 0 16px; }
a { color: var(--brand); }
article { margin-bottom: 12px; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.facts { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; font-variant-numeric: tabular-nums; }
.facts time { margin-left: auto; }
.kind { padding: 0 8px; border: 1px solid currentColor; border-radius: 4px; font-size: 12px; color: var(--brand); }
article .label { margin: 4px 0 0; overflow-wrap: anywhere; }
.kind.email { color: var(--email); }
pre { margin: 8px 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
article > a { display: inline-block; margin-top: 8px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 12px; margin: 0 0 12px; color: var(--quiet); }
.hint { margin: 0 0 12px; padding: 10px 16px; border-left: 3px solid var(--brand); border-radius: 4px; background: var(--card); }
.empty { padding: 64px 16px; text-align: center; }
.section { margin: 24px 0 12px; }
h3 { margin: 16px 0 0; padding-top: 12px; border-top: 1px solid var(--line); font-size: 14px; }
.facts form { margin-left: auto; }
button, .button { display: inline-block; padding: 4px 14px; border: 1px solid var(--line); border-radius: 4px; background: none; color: var(--brand);
  font: inherit; cursor: pointer; text-decoration: none; }
button:hover, .button:hover { border-color: currentColor; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
dl { display: grid; gap: 6px; margin: 12px 0 0; }
dl div { display: grid; grid-template-columns: 104px 1fr; gap: 8px; }
dt { color: var(--quiet); }
dd { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; overflow-wrap: anywhere; min-width: 0; }
dd span { min-width: 0; }
.wide { margin-top: 12px; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: bottom; }
td { white-space: nowrap; }
th { color: var(--quiet); font-weight: 500; }
iframe { width: 100%; height: 70vh; margin-top: 12px; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
`
