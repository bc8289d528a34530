/** `pnpm attack`: attacks a running copy of a deployment and prints the results. */
import { parseArgs } from 'node:util'
import { attack } from './attack.ts'
import { secretsFromInbox } from './inbox.ts'
import type { Account, Outcome } from './target.ts'

const usage = `Attacks a running copy of a deployment, for a bounded time; ends with 1 where something did not hold.
Usage: pnpm attack [--url <address>] [--seconds <n>] [--requests <n>] [--not-loopback]
  --url           where the suite is, http://127.0.0.1:8080 by default
  --seconds       how long, 60 by default
  --requests      how many at most, 20000 by default
  --not-loopback  the copy is on another machine, and yours to attack
Environment, as name:password:
  ATTACK_ADMIN    a platform administrator; without one only what needs no session is tried
  ATTACK_TENANT   the administrator of a tenant
Environment, as an address:
  ATTACK_INBOX    the sandbox's inbox, which receives the copy's mail; without it no invitation is attacked
What an attack gets through stays there: take a copy of your data.
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
    ...(skipped ? [`${name}: not tried, ${skipped}\n`] : []),
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
  process.stderr.write(`${hostname} is another machine: say --not-loopback where it is yours to attack.\n`)
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
