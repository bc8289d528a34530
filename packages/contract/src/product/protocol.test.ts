import { expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { RemoteRoles } from '../study-invitation/entities.ts'

it('converts ids of products to strings, and keeps them as strings in responses', () => {
  const roles = {
    authorizationStyle: 2,
    Environments: [{ Id: 1, Name: 'UAT' }],
    List: [{ Id: 7, ProjectName: 'P', EnvironmentFlag: 1, Status: '0', RoleList: [], StockHouseList: [] }],
    tenantRoles: [{ id: 'a', name: '{"chs":"角色"}' }],
  }
  const read = RemoteRoles.parse(roles)
  expect(read).toEqual({
    ...roles,
    Environments: [{ Id: '1', Name: 'UAT' }],
    List: [{ ...roles.List[0], Id: '7', EnvironmentFlag: '1' }],
    sites: [],
  })
  expect(z.encode(RemoteRoles, read)).toEqual(read)
})
