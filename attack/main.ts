/** `pnpm attack`: attacks a running copy of a deployment and prints the results. */
import { parseArgs } from 'node:util'
import { attack } from './attack.ts'
import { secretsFromInbox } from './inbox.ts'
import type { Account, Outcome } from './target.ts'

const usage = `Attacks a running copy of a deployment for a limited time. Exits with 1 if an attack succeeds or cannot be completed.
Usage: pnpm attack [--url <address>] [--seconds <n>] [--requests <n>] [--not-loopback]
  --url           address of the suite, http://127.0.0.1:8080 by default
  --seconds       time limit, 60 by default
  --requests      maximum number of requests, 20000 by default
  --not-loopback  allows a copy on another machine; use it only if you may attack that machine
Environment, as name:password:
  ATTACK_ADMIN    a platform administrator; without one, only attacks without a session are made
  ATTACK_TENANT   a tenant administrator
Environment, as an address:
  ATTACK_INBOX    the sandbox's inbox, which receives the copy's messages; without it, invitations are not attacked
Successful attacks change data for good, so use a copy of your data.
`

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const accountOf = (text: string | undefined): Account | undefined => {
  const [name, ...password] = text?.split(':') ?? []
  return name ? { name, password: password.join(':') } : undefined
}

const row = (cells: readonly string[]): string =>
  `  ${cells.map((cell, index) => (index === 0 ? cell.padEnd(24) : cell.padStart(12))).join('')}\n`

/** Maximum number of findings to list for an attack: one flaw causes many. */
const shown = 20

function report(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, requests, findings, slowest, skipped }) =>
    row(
      skipped
        ? [name, '-', '-', '-']
        : [name, `${requests}`, `${findings.length}`, `${Math.round(slowest)} ms`],
    ),
  )
  const notes = outcomes.flatMap(({ name, findings, skipped }) => [
    ...(skipped ? [`${name}: skipped, ${skipped}\n`] : []),
    ...findings.slice(0, shown).map((finding) => `${name}: ${finding}\n`),
  ])
  return [row(['attack', 'requests', 'findings', 'slowest']), ...rows, '\n', ...notes].join('')
}

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    seconds: { type: 'string', default: '60' },
    requests: { type: 'string', default: '20000' },
    'not-loopback': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const { origin, hostname } = new URL(values.url)
if (values.help) process.stdout.write(usage)
else if (!loopback.test(hostname) && !values['not-loopback']) {
  process.stderr.write(`${hostname} is another machine. Use --not-loopback if you may attack it.\n`)
  process.exitCode = 2
} else {
  const outcomes = await attack({
    origin,
    seconds: Number(values.seconds),
    requests: Number(values.requests),
    administrator: accountOf(process.env.ATTACK_ADMIN),
    tenantAdministrator: accountOf(process.env.ATTACK_TENANT),
    ...(process.env.ATTACK_INBOX && { readSecret: secretsFromInbox(process.env.ATTACK_INBOX) }),
  })
  process.stdout.write(report(outcomes))
  process.exitCode = outcomes.some(({ findings }) => findings.length > 0) ? 1 : 0
}
