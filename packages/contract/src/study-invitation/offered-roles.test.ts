import { expect, it } from '@jest/globals'
import { offeredRoles } from './offered-roles.ts'

it('lists the roles of every kind of product, each once', () => {
  const names = (offer: Omit<Parameters<typeof offeredRoles>[0], 'authorizationStyle'>) =>
    offeredRoles({ ...offer, authorizationStyle: 0 }).map(({ id, name }) => `${id} ${name}`)
  const role = { Id: '1', Name: 'CRA' }
  const project = { Id: 'P', ProjectName: '', EnvironmentFlag: '', Status: '', StockHouseList: [] }
  expect(names({ Environments: [], RoleInfos: [{ ...role, FType: 1 }] })).toEqual(['1 CRA'])
  expect(
    names({
      List: [
        { ...project, RoleList: [role] },
        { ...project, RoleList: [role, { Id: '2', Name: 'DM' }] },
      ],
    }),
  ).toEqual(['1 CRA', '2 DM'])
  expect(
    names({ tenantRoles: [{ id: 'T', name: 'PM' }], studyRoles: [{ id: 'S', name: 'CRC' }], sites: [] }),
  ).toEqual(['T PM', 'S CRC'])
  expect(names({})).toEqual([])
})
