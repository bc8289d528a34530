import { dictionarySave, globalTenantId, type RequestOf } from '@atrium/contract'
import type { Selectable } from 'kysely'
import { checkWritable, entity, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { DictionaryCategoryTable } from '../../../platform/database/tables/dictionaries.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../../platform/http/rejection.ts'
import { waitForNaming } from './references.ts'

type EntryFields = RequestOf<typeof dictionarySave>
type Category = Selectable<DictionaryCategoryTable>

/** Rejects changes of an entry's tenant or category, because references to it rely on them. */
const movedIssues = (entry: EntryFields, row: Row<'dictionary'>): FieldIssue<keyof EntryFields>[] =>
  (['tenantId', 'categoryId'] as const)
    .filter((field) => entry[field] !== row[field])
    .map((field) => fieldIssue(field, 'rule.fixed'))

/** Returns whether the parent exists in the same tenant and its category has this category as child. */
async function isParent(trx: Trx, entry: EntryFields): Promise<boolean> {
  const found = await trx
    .selectFrom('dictionary')
    .innerJoin('dictionaryCategory', 'dictionaryCategory.code', 'dictionary.categoryId')
    .select('dictionary.id')
    .where('dictionary.tenantId', '=', entry.tenantId)
    .where('dictionary.id', '=', entry.parentId)
    .where('dictionaryCategory.childCode', '=', entry.categoryId)
    .executeTakeFirst()
  return found !== undefined
}

/** Checks the parent: entries of a child category need one in the parent category, and all others have none. */
async function parentIssues(trx: Trx, entry: EntryFields): Promise<FieldIssue<keyof EntryFields>[]> {
  if (entry.parentId !== '') {
    return (await isParent(trx, entry)) ? [] : [fieldIssue('parentId', 'rule.reference')]
  }
  const above = await trx
    .selectFrom('dictionaryCategory')
    .select('code')
    .where('childCode', '=', entry.categoryId)
    .executeTakeFirst()
  return above ? [fieldIssue('parentId', 'rule.required')] : []
}

const tenantIssues = (entry: EntryFields, category: Category): FieldIssue<keyof EntryFields>[] =>
  category.isTenant || entry.tenantId === globalTenantId ? [] : [fieldIssue('tenantId', 'rule.choice')]

/**
 * Returns issues with fields of an entry that do not fit its category or parent or, for an existing entry, must not
 * change.
 */
async function entryIssues(
  trx: Trx,
  entry: EntryFields,
  row: Row<'dictionary'> | undefined,
): Promise<FieldIssue<keyof EntryFields>[]> {
  const moved = row ? movedIssues(entry, row) : []
  if (moved.length > 0) return moved
  const category = await trx
    .selectFrom('dictionaryCategory')
    .selectAll()
    .where('code', '=', entry.categoryId)
    .executeTakeFirst()
  if (!category) return [fieldIssue('categoryId', 'rule.reference')]
  return [...tenantIssues(entry, category), ...(await parentIssues(trx, entry))]
}

const total = (query: { executeTakeFirstOrThrow: () => Promise<{ count: number }> }) =>
  query.executeTakeFirstOrThrow().then(({ count }) => count)

/** Columns of a study that refer to entries. */
const termsOfStudies = [
  'studyScopeId',
  'productTypeId',
  'researchStageId',
  'researchTypeId',
  'therapeuticAreaId',
  'studyStatusId',
] as const

/**
 * Counts the references to an entry: its children, tenants by category, sites by level or type, tenant users by type
 * or position, and studies by any of their terms.
 */
async function entryUses(trx: Trx, { id, tenantId: owner }: Row<'dictionary'>): Promise<Uses> {
  await waitForNaming(trx, id)
  const children = trx
    .selectFrom('dictionary')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', owner)
    .where('parentId', '=', id)
  const tenants = trx
    .selectFrom('tenant')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('categoryId', '=', id)
  const users = trx
    .selectFrom('tenantUser')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('typeId', '=', id), eb('positionId', '=', id)]))
  const sites = trx
    .selectFrom('site')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('levelId', '=', id), eb('typeId', '=', id)]))
  const studies = trx
    .selectFrom('study')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or(termsOfStudies.map((term) => eb(term, '=', id))))
  return {
    'dictionary.use.children': await total(children),
    // Only global entries can be a tenant's category or a site's level or type. A tenant's own entry is used within
    // that tenant only.
    'tenant.use.tenants': owner === globalTenantId ? await total(tenants) : 0,
    'site.use.sites': owner === globalTenantId ? await total(sites) : 0,
    'user.use.tenantUsers': await total(
      owner === globalTenantId ? users : users.where('tenantId', '=', owner),
    ),
    'licence.use.studies': await total(
      owner === globalTenantId ? studies : studies.where('tenantId', '=', owner),
    ),
  }
}

/** An entry of the data dictionary: administrators add, change and delete it. */
export const entries = entity('dictionary', dictionarySave, {
  tenantOf: ({ tenantId }) => tenantId,
  guard: (job, { tenantId }) => checkWritable(job, tenantId),
  rules: ({ trx, input }, row) => entryIssues(trx, input, row),
  unique: { dictionary_code_unique: 'dicCode' },
  uses: entryUses,
})
