/* Code that must not compile. It is checked by `node --run types` and never executed. */
import type { Tenant, tenantList } from '@atrium/contract'
import type { Column, ColumnsOf } from './column.ts'

const facts = { title: '', width: 100 }
const render = () => ''

export const columns: ColumnsOf<typeof tenantList> = [
  { ...facts, key: 'tenantName', sortable: true },
  { ...facts, key: 'place', render },
  // @ts-expect-error a field that the row has not, without anything that makes one of it
  { ...facts, key: 'tenantname' },
  // @ts-expect-error a field that the row has, but by which the list is not sorted
  { ...facts, key: 'contact', sortable: true },
  // @ts-expect-error a sort key that the call does not know
  { ...facts, key: 'place', render, sortable: true },
]

// @ts-expect-error a field that the row has not
export const column: Column<Tenant> = { ...facts, key: 'siteName' }
