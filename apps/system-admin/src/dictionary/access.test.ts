import { describe, expect, it } from '@jest/globals'
import { mayAdd, mayEdit, ownerOfNew } from './access.ts'

const category = { code: '2', desc: '岗位', childCode: '', isParent: false }
const ofTenants = { ...category, isTenant: true }
const ofPlatform = { ...category, isTenant: false }
const entry = (tenantId: string) => ({
  id: 'd1',
  dicName: '',
  dicNameEn: '',
  displayName: '',
  dicCode: '',
  sort: 1,
  dicNum: '',
  abb: '',
  extend: '',
  categoryId: '2',
  description: '',
  tenantId,
  parentId: '',
  childCode: '',
  rowVersion: 1,
})

describe('an entry of the dictionary', () => {
  it('belongs to the chosen tenant in categories that tenants maintain, otherwise to all tenants', () => {
    expect([ownerOfNew(ofTenants, 't1'), ownerOfNew(ofPlatform, 't1')]).toEqual(['t1', '0'])
  })

  it('can be edited by its tenant, or only by the platform if it is global', () => {
    expect([mayEdit(entry('t1'), false), mayEdit(entry('0'), false), mayEdit(entry('0'), true)]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('can be added by a tenant only in categories that tenants maintain', () => {
    expect([mayAdd(ofTenants, 't1', false), mayAdd(ofPlatform, 't1', false)]).toEqual([true, false])
    expect(mayAdd(ofPlatform, 't1', true)).toBe(true)
  })
})
