import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Work } from '../../../platform/http/work.ts'
import { isUnblindedEverywhere } from '../../studies/blinding/index.ts'
import type { TemplateName } from '../index.ts'

/** Templates of mails that may show who is unblinded, or asked for it. */
const unblindingTemplates: readonly TemplateName[] = [
  'productRefused',
  'unblindingRequested',
  'unblindingApproved',
  'unblindingDeclined',
]

/**
 * Returns the condition on messages that are shown, also in numbers. Readers who are blinded in any study see no mail
 * that may show who is unblinded; the condition of other readers leaves indexes usable.
 */
export const shownMessages = (isBlinded: boolean): RawBuilder<SqlBool> =>
  isBlinded ? sql<SqlBool>`(message.template <> all (${unblindingTemplates}::text[]))` : sql<SqlBool>`true`

/** Returns the condition on messages that the caller may see. */
export async function messagesShownTo({
  trx,
  caller,
}: Pick<Work<never>, 'trx' | 'caller'>): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ isUnblinded: boolean }>`
    select ${isUnblindedEverywhere(caller)} as "isUnblinded"`.execute(trx)
  return shownMessages(rows[0]?.isUnblinded !== true)
}
