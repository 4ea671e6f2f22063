import { pretty } from './format.ts';

/** The same request from elsewhere. The key stays out of it: it is read from GANNET_KEY. */

export interface Call {
  readonly path: string;
  readonly body: unknown;
}

const origin = () => location.origin;

const curl = ({ path, body }: Call): string => `curl -s ${origin()}${path} \\
  -H "Authorization: Bearer $GANNET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${pretty(body).replaceAll("'", `'\\''`)}'`;

const typescript = ({ path, body }: Call): string => `const response = await fetch('${origin()}${path}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.GANNET_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${indented(pretty(body), '  ')}),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${answer.detail.error}: \${answer.detail.message}\`);
console.log(answer);`;

/** JSON within a string, so that true, false and null need no other names. */
const python = ({ path, body }: Call): string => `import json, os, urllib.request

body = json.loads(r"""${pretty(body).replaceAll('"""', '""\\u0022')}""")
request = urllib.request.Request(
    "${origin()}${path}",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["GANNET_KEY"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;

const mcp = (): string =>
  pretty({
    mcpServers: {
      gannet: {
        type: 'http',
        url: `${origin()}/mcp`,
        headers: { Authorization: `Bearer \${GANNET_KEY}` },
      },
    },
  });

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

export const snippets: Readonly<Record<string, (call: Call) => string>> = {
  curl,
  TypeScript: typescript,
  Python: python,
  MCP: mcp,
};
