/**
 * `pnpm conformance --url <API address> --app-code <appCode> --app-key <appKey> --page <page> --atrium <address>`:
 * checks whether a product conforms to docs/integrators.md, with one line per check, and exits with 1 if not. A
 * warning names something that the product lacks but need not have. APP_KEY
 * in the environment replaces `--app-key`. The product keeps an invented tenant, its studies and some 600 people, so do
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
const counts = { passed: 0, warning: 0, failed: 0 }
const labels = { passed: 'ok     ', warning: 'WARNING', failed: 'FAILED ' }
for await (const { name, outcome, message } of checkProduct(product)) {
  counts[outcome] += 1
  process.stdout.write(`${labels[outcome]} ${name}${message ? ` (${message})` : ''}\n`)
}
const warnings = counts.warning > 0 ? `, ${counts.warning} with a warning` : ''
process.stdout.write(`${counts.passed} passed${warnings}, ${counts.failed} failed\n`)
process.exitCode = counts.failed > 0 ? 1 : 0
