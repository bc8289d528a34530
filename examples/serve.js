import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { parseArgs } from 'node:util'
import { signIn } from './session.js'

const help = `Serves an example page, as a portal of your own would.

  node examples/serve.js examples/embed-plain --port 8095
  node examples/serve.js examples/embed-react/dist --port 8096

  --port <number>     8095 unless said otherwise
  --atrium <address>  where Atrium is, http://127.0.0.1:8080 unless said otherwise

ATRIUM_USER and ATRIUM_PASSWORD in the environment: whom the page's own server signs in for embed-react.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, atrium: { type: 'string' }, help: { type: 'boolean' } },
})
const [folder] = positionals
if (values.help || !folder) {
  process.stdout.write(help)
  process.exit(values.help ? 0 : 2)
}
const atrium = new URL(values.atrium ?? 'http://127.0.0.1:8080').origin
const port = Number(values.port ?? 8095)

/** Content security policy that a page needs to embed Atrium. */
const policyOf = (nonce) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self' ${atrium}`,
    `img-src data: blob: ${atrium}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }

/** The host's own session endpoint. A real portal identifies the user by its own session. */
async function answerSession(response) {
  const { ATRIUM_USER: user, ATRIUM_PASSWORD: password } = process.env
  if (!user || !password) return response.writeHead(404).end('ATRIUM_USER and ATRIUM_PASSWORD are not set')
  const token = await signIn(`${atrium}/api`, user, password).catch((cause) => {
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`Atrium: ${cause.message}`)
  })
  if (!token) return
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ token }))
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://page')
  if (pathname === '/session') return answerSession(response)
  // Any other path without an extension shows the page, because its URL follows the screens.
  const name = extname(pathname) ? normalize(pathname) : '/index.html'
  const content = await readFile(join(folder, name)).catch(() => undefined)
  if (!content) return response.writeHead(404).end()
  const headers = { 'content-type': types[extname(name)] ?? 'application/octet-stream' }
  if (name !== '/index.html') return response.writeHead(200, headers).end(content)
  const nonce = randomBytes(16).toString('base64')
  const page = content.toString().replaceAll('{{nonce}}', nonce).replaceAll('{{atrium}}', atrium)
  response.writeHead(200, { ...headers, 'content-security-policy': policyOf(nonce) }).end(page)
}

createServer((request, response) => {
  answer(request, response).catch((cause) => {
    console.error(cause)
    response.writeHead(500).end()
  })
})
  .on('error', ({ message }) => {
    console.error(`The page cannot be served: ${message}`)
    process.exitCode = 1
  })
  .listen(port, '127.0.0.1', () => console.log(`The page is at http://127.0.0.1:${port}`))
