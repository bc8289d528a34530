/**
 * `pnpm conformance --url <API address> --app-code <appCode> --app-key <appKey> --page <page> --atrium <address>`:
 * checks whether a product conforms to docs/integrators.md, with one line per check, and exits with 1 if not. APP_KEY
 * in the environment replaces `--app-key`. The product keeps an invented tenant, its study and some 500 people, so do
 * not check a product that is in use.
 */
import { parseArgs } from 'node:util'
import { checkProduct } from './conformance/check-product.ts'

const usage = `pnpm conformance --url <API address> --app-code <appCode> --app-key <appKey, or APP_KEY in the environment>
  --page <address at which people open the product>
  --atrium <http address on this machine that the product uses as Atrium’s address>`

const isAddress = (text: string, protocols: RegExp): boolean =>
  protocols.test(URL.parse(text)?.protocol ?? '')

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        'app-code': { type: 'string' },
        'app-key': { type: 'string' },
        page: { type: 'string' },
        atrium: { type: 'string' },
      },
    })
    const { url = '', 'app-code': appCode = '', 'app-key': key = process.env.APP_KEY ?? '' } = values
    const { page = '', atrium = '' } = values
    const areAddresses =
      [url, page].every((text) => isAddress(text, /^https?:$/)) && isAddress(atrium, /^http:$/)
    if (areAddresses && appCode !== '' && key !== '') return { url, appCode, key, page, atrium }
  } catch {
    // The error is reported below, like every other.
  }
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

const product = readArguments()
let failed = 0
let passed = 0
for await (const { name, fault, more } of checkProduct(product)) {
  if (fault === undefined) passed += 1
  else failed += 1
  const said = fault ?? more
  process.stdout.write(`${fault === undefined ? 'ok    ' : 'FAILED'}  ${name}${said ? ` (${said})` : ''}\n`)
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
