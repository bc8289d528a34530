/*
 * Code that must not compile: checked by `node --run types`, never executed.
 */
import {
  dictionarySave,
  regionSave,
  roleUpdate,
  siteSave,
  tenantList,
  tenantSave,
  userList,
} from '@atrium/contract'
import type { Trx } from '../database/transaction.ts'
import { fieldIssue } from '../http/rejection.ts'
import { entity, nameIn, orderOf, type Row, rejectStale } from './index.ts'

const tenantOf = () => '0'

// @ts-expect-error a table that nobody edits
entity('session', tenantSave, { tenantOf })

// @ts-expect-error fields of the call that are no columns of the table
entity('tenant', siteSave, { tenantOf })

// @ts-expect-error a field that no column takes, and that is not named as such
entity('site', siteSave, { tenantOf })

entity('site', siteSave, {
  tenantOf,
  // @ts-expect-error a field of another name
  apart: { duplicateAcceptet: true },
})

entity('tenant', tenantSave, {
  // @ts-expect-error a column of another name
  tenantOf: ({ tenantId }) => tenantId,
  // @ts-expect-error a column of another name
  initial: () => ({ code: 'T1' }),
})

entity('area', regionSave, {
  tenantOf,
  // @ts-expect-error a column that is sent
  initial: () => ({ areaName: 'Freedonia' }),
})

entity('tenant', tenantSave, {
  tenantOf,
  // @ts-expect-error a field of another name
  unique: { tenant_name_unique: 'name' },
})

entity('dictionary', dictionarySave, {
  tenantOf,
  // @ts-expect-error a column of another name
  guard: (_job, { ownerId }) => void ownerId,
})

entity('tenant', tenantSave, {
  tenantOf,
  // @ts-expect-error an issue of a field that the call has not
  rules: async () => [fieldIssue('name', 'rule.taken')],
})

// @ts-expect-error the menus of a role stand in a table of their own
entity('role', roleUpdate, { tenantOf })

// @ts-expect-error a column of another name, for a field that is called otherwise
orderOf('appUser', userList, { userName: 'name' }, [])

// @ts-expect-error a field by which the list is not sorted
orderOf('tenant', tenantList, { contact: 'contact' }, [])

// @ts-expect-error fields of the list that are no columns of the table
orderOf('area', tenantList, {}, [])

// @ts-expect-error a name by which the list is not sorted
orderOf('site', siteList, {}, ['address'])

// @ts-expect-error a name without an English one beside it
nameIn('zh', 'tenant.tenantName')

// @ts-expect-error a column of another name
export const stale = (trx: Trx, row: Row<'site'>) => rejectStale(trx, 'site', row, { sitename: '' }, 1)
