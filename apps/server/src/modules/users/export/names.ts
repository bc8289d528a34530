import type { Language } from '@atrium/contract'
import { nameIn } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'

/** The name behind an id; '' for none. */
export type NameOf = (id: string | null) => string

export interface Names {
  readonly role: NameOf
  readonly region: NameOf
}

const lookUp = (rows: readonly { id: string; name: string }[]): NameOf => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => (id === null ? '' : (names.get(id) ?? ''))
}

/** The names of all roles and regions in a language: a few thousand, for any number of users. */
export async function readNames(trx: Trx, language: Language): Promise<Names> {
  const roles = trx.selectFrom('role').select(['role.id', nameIn(language, 'role.name').as('name')])
  const regions = trx.selectFrom('area').select(['area.id', nameIn(language, 'area.areaName').as('name')])
  return { role: lookUp(await roles.execute()), region: lookUp(await regions.execute()) }
}
