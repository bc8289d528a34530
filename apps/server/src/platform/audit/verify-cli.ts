import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { runCommand, UsageError } from '../config/command.ts'
import { readConfig } from '../config/config.ts'
import { readOperatorConfig } from '../config/operator.ts'
import { openExisting } from '../database/index.ts'
import { program } from '../observability/program.ts'
import { loadSecrets, secretFileOf } from '../secrets/index.ts'
import { openStore } from '../storage/index.ts'
import { counted } from '../texts/counted.ts'
import { fingerprintOf, keyOfText, textOfKey } from './sealed-lines.ts'
import { type SealId, unreadSentences, type Verification, verifyAudit } from './verify.ts'
import {
  type InspectionVerification,
  isInspectionFile,
  verifyInspectionFile,
} from './verify-inspection-file.ts'
import { type ExportVerification, verifySealedLines } from './verify-sealed-lines.ts'

/**
 * Parses a seal that the operator noted elsewhere.
 * @param text `<number>:<hash>`, the hash with 64 hex digits
 * @throws UsageError for any other text
 */
function parseSealId(text: string): SealId {
  const [, number, hash] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (!number || !hash) throw new UsageError(`--head must be <number>:<hash>, not ${text}`)
  return { number: Number(number), hash }
}

/** Returns the sentence with the fingerprint of a key, in groups that can be compared by eye. */
const fingerprintSentence = (key: KeyObject): string =>
  `Fingerprint of the sealing key (SHA-256): ${fingerprintOf(key).match(/.{4}/g)?.join(' ')}`

/** Describes the result of a verification for the command line. */
function report(verification: Verification, key: KeyObject): string {
  const { sealed, waiting, head, faults } = verification
  const lines =
    faults.length > 0 ? ['The audit trail is NOT intact:', ...faults] : ['The audit trail is intact.']
  lines.push(`It has ${counted(sealed, 'sealed event')} and ${counted(waiting, 'unsealed one')}.`)
  lines.push(...unreadSentences(verification))
  if (head) lines.push(`Newest seal: ${head.number}:${head.hash}`)
  lines.push(fingerprintSentence(key))
  return `${lines.join('\n')}\n`
}

/**
 * Reads the public key with which an export is verified: the one the operator names, or the deployment's.
 * @returns undefined without either
 */
async function exportKey(text: string | undefined): Promise<KeyObject | undefined> {
  if (text !== undefined) {
    const key = keyOfText(text)
    if (!key) throw new UsageError('--key must be a public key as the first line of an export names it')
    return key
  }
  const { SECRET_KEY: secretKey, DATABASE_URL, DATA_DIR } = readConfig(process.env)
  const hasFile = DATABASE_URL === undefined && existsSync(secretFileOf(DATA_DIR))
  if (secretKey === undefined && !hasFile) return undefined
  return (await loadSecrets({ secretKey, dataDir: DATA_DIR })).auditKey
}

/** Describes what the verification of sealed events proved, and what it did not. */
function reportEvents(verification: ExportVerification): string[] {
  const { events, waiting, recomputed, signatures, seals, complete } = verification
  const others = events - waiting - recomputed
  const lines: string[] = []
  if (recomputed > 0)
    lines.push(
      `Proved by ${counted(complete, 'seal whose hash matches', 'seals whose hashes match')}: ` +
        `${counted(recomputed, 'event is', 'events are')} exactly as sealed.`,
    )
  if (signatures > 0)
    lines.push(
      `Proved by ${counted(signatures, 'electronic signature')}: each belongs to what its event records.`,
    )
  if (others > 0)
    lines.push(
      `Not proved: whether ${counted(others, 'other event is', 'other events are')} exactly as sealed. ` +
        `${counted(seals - complete, 'seal with a valid signature also covers', 'seals with valid signatures also cover')} ` +
        `events that the file does not have. Run ${program} audit:verify on the server.`,
    )
  if (waiting > 0)
    lines.push(
      `Not proved: whether ${counted(waiting, 'event that was not sealed yet', 'events that were not sealed yet')} changed before the export.`,
    )
  return lines
}

const keyNotKnown =
  'Not proved: whose key it is. Compare it with the key of the deployment, or name that by --key.'

/** Describes what the verification of an export proved, and what it did not. */
function reportExport(verification: ExportVerification, isKeyKnown: boolean): string {
  const { header, key, events, faults } = verification
  if (faults.length > 0) return `${['The export is NOT intact:', ...faults].join('\n')}\n`
  const lines = [
    'The export is intact.',
    `It has ${counted(events, 'event')}, exported by ${JSON.stringify(header?.by)} at ${header?.exportedAt}.`,
    `Proved by its signature: no line was changed, added or removed since the export. Key: ${key && textOfKey(key)}`,
    ...(key ? [fingerprintSentence(key)] : []),
    ...reportEvents(verification),
    ...(isKeyKnown ? [] : [keyNotKnown]),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the report on an inspection file: what was verified, and what could not be. */
function reportInspection(verification: InspectionVerification, isKeyKnown: boolean): string {
  const { key, madeBy, madeAt, lines, faults } = verification
  if (faults.length > 0) return `${['The inspection file is NOT intact:', ...faults].join('\n')}\n`
  const report = [
    'The inspection file is intact.',
    `It was made by ${JSON.stringify(madeBy)} at ${madeAt}, with ${lines ? counted(lines.events, 'sealed event') : 'no sealed events'}.`,
    `Proved by its signature: no byte was changed since it was made. Key: ${key && textOfKey(key)}`,
    ...(key ? [fingerprintSentence(key)] : []),
    ...(lines ? reportEvents(lines) : []),
    ...(isKeyKnown ? [] : [keyNotKnown]),
  ]
  return `${report.join('\n')}\n`
}

/** Verifies an export or an inspection file without the database. @returns the exit code */
async function verifyFile(path: string, keyText: string | undefined): Promise<number> {
  const key = await exportKey(keyText)
  if (await isInspectionFile(path)) {
    const verification = await verifyInspectionFile(path, key)
    process.stdout.write(reportInspection(verification, key !== undefined))
    return verification.faults.length > 0 ? 1 : 0
  }
  const verification = await verifySealedLines(path, key)
  process.stdout.write(reportExport(verification, key !== undefined))
  return verification.faults.length > 0 ? 1 : 0
}

const usage = `Verifies the audit trail against its seals and checkpoints, and the electronic signatures in it. Exits with 1 if the trail has faults.
Usage: ${program} audit:verify [--heads <file>]... [--head <number>:<hash>] [--archive <target>]...
       ${program} audit:verify --file <export> [--key <public key>]
  --heads    a checkpoint file; repeat the option for the files of several hosts; AUDIT_HEADS by default
  --head     a seal noted elsewhere, which the trail must contain
  --archive  a folder or s3://bucket/prefix to which parts of the trail were archived; repeat the option for several;
             without it, archived events are not read
  --file     an export of sealed JSON lines or an inspection file, verified without the database
  --key      the public key that must have signed the export; the deployment's by default
The command reads the server's settings: DATABASE_URL, DATA_DIR, SECRET_KEY and AUDIT_HEADS.
`

await runCommand({
  usage,
  options: {
    heads: { type: 'string', multiple: true },
    head: { type: 'string' },
    archive: { type: 'string', multiple: true },
    file: { type: 'string' },
    key: { type: 'string' },
  },
  run: async ({ file, key, ...values }) => {
    if (file !== undefined) {
      if (Object.keys(values).length > 0) throw new UsageError('--file can only be used with --key')
      return await verifyFile(file, key)
    }
    if (key !== undefined) throw new UsageError('--key can only be used with --file')
    const head = values.head === undefined ? undefined : parseSealId(values.head)
    const config = await readOperatorConfig()
    const trail = await openExisting(config)
    try {
      const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
      const secrets = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
      const archives = await Promise.all((values.archive ?? []).map((to) => openStore(to, config)))
      const checkpoints = values.heads ?? [config.checkpointFile]
      const verification = await verifyAudit(trail.db, secrets.auditKey, { checkpoints, head, archives })
      process.stdout.write(report(verification, secrets.auditKey))
      return verification.faults.length > 0 ? 1 : 0
    } finally {
      await trail.close()
    }
  },
  // Exit code 1 is reserved for faults in the trail.
  codeOf: () => 2,
})
