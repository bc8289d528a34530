import { randomBytes } from 'node:crypto'
import {
  allCalls,
  type Call,
  categories,
  codes,
  dictionaryDelete,
  dictionaryList,
  dictionarySave,
  idFieldsOf,
  tenantDelete,
  tenantList,
  tenantSave,
} from '@atrium/contract'
import type { Outcome, Target } from './target.ts'

/** A tenant with which the attackers have no connection. */
interface OtherTenant {
  /** Text that is part of the tenant's names, and occurs nowhere else. */
  readonly mark: string
  readonly tenantId: string
  readonly entryId: string
}

/** Returns a function that makes a call as the platform's administrator and expects success. */
const asAdministrator =
  (target: Target, outcome: Outcome, token: string) =>
  async (call: Call, input: object): Promise<unknown> => {
    const { envelope, status } = await target.call(outcome, call, input, token)
    if (envelope?.code !== codes.ok) throw new Error(`${call.path}: ${envelope?.message ?? status}`)
    return envelope.data
  }

type Administer = ReturnType<typeof asAdministrator>

async function addTenant(administer: Administer): Promise<OtherTenant> {
  const mark = `attack${randomBytes(6).toString('hex')}`
  const page = (await administer(dictionaryList, { categoryId: categories.tenantCategory })) as {
    list: { id: string }[]
  }
  const tenant = { tenantName: mark, abbr: mark, categoryId: page.list[0]?.id ?? '' }
  const tenantId = String(await administer(tenantSave, tenant))
  const entry = { tenantId, categoryId: categories.position, dicName: mark, dicCode: mark, sort: 1 }
  const entryId = String(await administer(dictionarySave, entry))
  return { mark, tenantId, entryId }
}

/** Returns the tenant's data as the platform's administrator sees it, as text. */
const stateOf = async (administer: Administer, { mark, tenantId }: OtherTenant): Promise<string> =>
  JSON.stringify([
    await administer(tenantList, { keyWord: mark }),
    await administer(dictionaryList, { tenantId, categoryId: categories.position }),
  ])

/** Session tokens of the attackers, by name. */
type Attackers = Readonly<Record<string, string | undefined>>

/**
 * Sends another tenant's ids in every id field of every call: nothing of the tenant may be disclosed or changed.
 */
export async function sendOthersIds(
  target: Target,
  outcome: Outcome,
  administrator: string,
  attackers: Attackers,
): Promise<void> {
  const administer = asAdministrator(target, outcome, administrator)
  const other = await addTenant(administer)
  const before = await stateOf(administer, other)
  const probes = allCalls.flatMap((call) =>
    idFieldsOf(call).flatMap((field) => [other.tenantId, other.entryId].map((id) => ({ call, field, id }))),
  )
  for (const { call, field, id } of probes) {
    for (const [attacker, token] of Object.entries(attackers)) {
      if (target.isOver) break
      const input = { categoryId: categories.position, ...field.requestWith(id) }
      const { text } = await target.call(outcome, call, input, token)
      const place = `${call.method} ${call.path}, ${field.path.join('.')}, as ${attacker}`
      if (text.includes(other.mark))
        outcome.findings.push(`${place}: the response contains another tenant’s data`)
    }
  }
  if ((await stateOf(administer, other)) !== before)
    outcome.findings.push('another tenant’s data were changed')
  await administer(dictionaryDelete, { id: other.entryId })
  await administer(tenantDelete, { id: other.tenantId })
}
