import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import {
  codes,
  keyAtRunTime,
  type Language,
  type PersonalKind,
  personalKinds,
  privacyExport,
  productNameIn,
  type Translate,
} from '@atrium/contract'
import { hashOfContent, textOfContent } from '../../platform/audit/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { todayIn } from '../../platform/export/export.ts'
import { type Table, zippedWorkbook } from '../../platform/export/workbook.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handleDownload } from '../../platform/http/route.ts'
import { timeIn, words } from '../audit-trail/index.ts'
import { masked } from '../pseudonyms/index.ts'
import { type Asking, type PersonalRow, readKind } from './data.ts'

/** All that is stored about a person, by kind. */
type PersonalRows = Readonly<Record<PersonalKind, readonly PersonalRow[]>>

interface Listed {
  readonly kind: PersonalKind
  readonly row: PersonalRow
}

/** Reads all kinds. After pseudonymising, the former names and contacts are not exported either. */
async function readAll(trx: Trx, asking: Asking): Promise<PersonalRows> {
  const found: [PersonalKind, readonly PersonalRow[]][] = []
  for (const kind of personalKinds) {
    const rows = await readKind(trx, kind, asking)
    const shown = await masked(
      trx,
      rows.map((row) => ({ ...row, about: asking.userId })),
    )
    found.push([kind, shown.map(({ about: _, ...row }) => row)])
  }
  return Object.fromEntries(found) as PersonalRows
}

/**
 * Returns the data as JSON with the deployment's signature over its canonical text, so that a recipient can show that
 * nothing was changed.
 */
export function signedJson(content: object, key: KeyObject): string {
  const signature = sign(null, Buffer.from(textOfContent(content)), key).toString('base64url')
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64url')
  return JSON.stringify({ content, sha256: hashOfContent(content), publicKey, signature }, null, 2)
}

/** The entities of the audit trail in whose words the values of a kind are shown. */
const entities: Readonly<Partial<Record<PersonalKind, string>>> = {
  account: 'app_user',
  membership: 'tenant_user',
  invitation: 'invitation',
  accessRequest: 'access_request',
  unblinding: 'unblinding',
  review: 'access_review_item',
  signature: 'signature',
  message: 'message',
}

/** Returns a value in words: codes as the audit trail shows them, names of roles in the language. */
function shownValue(kind: PersonalKind, field: string, value: unknown, language: Language): string {
  if (field === 'roles' && Array.isArray(value))
    return value.map((name) => productNameIn(language, String(name))).join(', ')
  const own = words[language]
  if (kind === 'event' && field === 'call') return own.act(String(value))
  if (field === 'entity') return own.kind(String(value))
  const inWords = own.value(entities[kind] ?? '', field, value)
  return inWords ?? (typeof value === 'string' ? value : JSON.stringify(value))
}

/** Returns the data as a table with one row per stored row. */
function tableOf(data: PersonalRows, t: Translate, zone: string, language: Language): Table<Listed> {
  const listed: readonly Listed[] = personalKinds.flatMap((kind) => data[kind].map((row) => ({ kind, row })))
  const time = timeIn(zone)
  let read = 0
  return {
    name: t('privacy.shown.personalData'),
    columns: [
      { title: t('privacy.kind'), width: 22, textOf: ({ kind }) => t(`privacy.kinds.${kind}`) },
      {
        title: `${t('privacy.shown.time')} (${zone})`,
        width: 20,
        textOf: ({ row }) => (row.time === '' ? '' : time(row.time)),
      },
      { title: t('privacy.heldTenant'), width: 24, textOf: ({ row }) => row.tenantName },
      {
        title: t('privacy.shown.content'),
        width: 100,
        // Spreadsheets allow 32,767 UTF-16 units in a cell; the JSON has all of it.
        textOf: ({ kind, row }) =>
          Object.entries(row.fields)
            .map(([name, value]) => {
              const text = shownValue(kind, name, value, language)
              return `${t(keyAtRunTime(`privacy.data.${name}`))}: ${text}`
            })
            .join('\n')
            .slice(0, 16_000),
      },
    ],
    rowCount: listed.length,
    next: (limit) => {
      const rows = listed.slice(read, read + limit)
      read += rows.length
      return Promise.resolve(rows)
    },
  }
}

/**
 * POST /privacy/export. Runs as the system, restricted to the caller or, for the platform, to the person. The rows of
 * one person fit into memory.
 */
export const exportRoute = handleDownload(privacyExport, async (work) => {
  const { input, caller, services, t, language, system } = work
  const userId = input.id || caller.userId
  const data = await system(async (trx, audit) => {
    const person = await trx.selectFrom('appUser').select('id').where('id', '=', userId).executeTakeFirst()
    if (!person) reject(codes.notFound)
    const read = await readAll(trx, { userId, caller })
    const count = personalKinds.reduce((sum, kind) => sum + read[kind].length, 0)
    audit({ entity: 'privacy_export', entityId: userId, after: { userId, count } })
    return read
  })
  const content = { format: 1, userId, exportedAt: new Date().toISOString(), exportedBy: caller.userId, data }
  const archive = await zippedWorkbook(
    tableOf(data, t, input.timeZone || services.profile.timeZone, language),
    'personal-data.xlsx',
    undefined,
    [{ path: 'personal-data.json', content: signedJson(content, services.secrets.auditKey) }],
  )
  return {
    ...archive,
    fileName: `personal-data-${todayIn(services.profile.timeZone)}.zip`,
    mediaType: 'application/zip',
  }
})
