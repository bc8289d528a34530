import { type RequestOf, tenantUserList, userTypes } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { keysOfPage, orderOf, type Page } from '../../../platform/crud/index.ts'
import {
  type Search,
  tenantUserKeySearch,
  tenantUserNameText,
  tenantUserSearchText,
} from '../../../platform/database/search.ts'
import { isPlatform, type RunAs, type Trx } from '../../../platform/database/transaction.ts'
import { searchedContact, userNameKey } from '../../identity/identifiers/index.ts'

type Input = RequestOf<typeof tenantUserList>

/** Selects the tenant users of a list, before a search. */
export const listedTenantUsers = (
  trx: Trx,
  { departmentId, searchAll }: Pick<Input, 'departmentId' | 'searchAll'>,
  tenants: RawBuilder<SqlBool>,
) =>
  trx
    .selectFrom('tenantUser')
    .where(tenants)
    .$if(departmentId !== '', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('departmentUser')
            .select(sql<number>`1`.as('place'))
            .whereRef('departmentUser.tenantId', '=', 'tenantUser.tenantId')
            .whereRef('departmentUser.tenantUserId', '=', 'tenantUser.id')
            .where('departmentUser.departmentId', '=', departmentId),
        ),
      ),
    )
    .$if(!searchAll, (query) => query.where('tenantUser.userType', '=', userTypes.normal))

/** Sorts a list of tenant users, newest first by default. */
export const tenantUserOrder = orderOf(
  'tenantUser',
  tenantUserList,
  { userName: 'userNameKey' },
  ['fullName', 'userName'],
  'joinDate',
)

/** Returns the searches of a list of tenant users. */
const searchesFor = ({ keyWord, userName }: Input): Search[] => [
  { text: tenantUserSearchText, keyword: searchedContact(keyWord) },
  { text: tenantUserNameText, keyword: userNameKey(userName) },
]

/**
 * Returns the ids of one page of the tenant users, newest first by default.
 * @param tenants condition that the users belong to the caller's tenants
 */
export const pageOfTenantUsers = (
  trx: Trx,
  as: RunAs,
  input: Input,
  tenants: RawBuilder<SqlBool>,
): Promise<Page<string>> =>
  keysOfPage(
    trx,
    {
      rows: listedTenantUsers(trx, input, tenants),
      searches: searchesFor(input),
      order: tenantUserOrder(input),
      // Under row-level security, a tenant's session cannot use the search indexes.
      keySearch: isPlatform(as)
        ? undefined
        : tenantUserKeySearch(input.tenantId === '' ? as.tenants : [input.tenantId], input.searchAll),
    },
    input,
  )
