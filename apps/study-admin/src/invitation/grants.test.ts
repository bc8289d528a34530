import type { ProductGrant, RemoteRoles } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { edcInWords, rtsmInWords, trialInWords } from './grants.ts'

const role = { roleName: '', environmentId: '', projectId: '', siteIds: [], stockHouseIds: [], isBlind: 0 }
const grantOf = (facts: Partial<ProductGrant>): ProductGrant => ({
  ...{ generalRoleId: '', roles: [], siteIds: [], allSites: false },
  ...facts,
})
const both = JSON.stringify({ chs: '监查员', en: 'Monitor' })

describe('a grant in words', () => {
  it('in EDC has the module role and the environment of each role, in the language', () => {
    const grant = grantOf({
      generalRoleId: 'm',
      roles: [
        { ...role, roleId: 'cra', environmentId: 'uat' },
        { ...role, roleId: 'gone', roleName: both, environmentId: 'prod' },
      ],
    })
    const offered: RemoteRoles = {
      authorizationStyle: 2,
      RoleInfos: [
        { Id: 'm', Name: 'Standard user', FType: 1 },
        { Id: 'cra', Name: both, FType: 2 },
      ],
      Environments: [{ Id: 'uat', Name: 'UAT' }],
    }
    expect(edcInWords('en', grant, offered).roles).toEqual([
      'Standard user',
      'Monitor (UAT)',
      // The product no longer offers this role: the grant's own name and the id of the environment are shown.
      'Monitor (prod)',
    ])
    expect(edcInWords('zh', grant, offered).roles[1]).toBe('监查员 (UAT)')
    expect(edcInWords('zh', grant).roles).toEqual(['m', 'cra (uat)', '监查员 (prod)'])
  })

  it('in RTSM has project, sites and depots of each role, and is unblinded if one role is', () => {
    const one = { ...role, roleId: 'r', projectId: 'p', siteIds: ['s'], stockHouseIds: ['h'], isBlind: 1 }
    const offered: RemoteRoles = {
      authorizationStyle: 1,
      List: [
        {
          ...{ Id: 'p', ProjectName: 'Prod', EnvironmentFlag: '1', Status: '1' },
          RoleList: [{ Id: 'r', Name: 'Pharmacist' }],
          StockHouseList: [{ Id: 'h', Name: 'Depot' }],
        },
      ],
    }
    const sites = [{ id: 's', name: 'Site' }]
    expect(rtsmInWords('en', grantOf({ roles: [one] }), offered, sites)).toEqual({
      roles: ['Prod · Pharmacist (Depot, Site)'],
      isBlind: 1,
    })
    const roles = [one, { ...one, projectId: 'q', isBlind: 0 }]
    expect(rtsmInWords('zh', grantOf({ roles }), offered, sites)).toEqual({
      roles: ['Prod · Pharmacist (Depot、Site)', 'q · r (h、Site)'],
      isBlind: 0,
    })
    const many = { ...one, siteIds: ['1', '2', '3', '4', '5', '6'] }
    expect(rtsmInWords('en', grantOf({ roles: [many] })).roles).toEqual(['p · r (h, 1, 2, 3, 4 +2)'])
  })

  it('in eTMF has the product’s own sites, and in CTMS none', () => {
    const grant = grantOf({
      ...{ generalRoleId: 't', generalRoleName: 'Member', siteIds: ['own'] },
      roles: [{ ...role, roleId: 'r', roleName: 'CRA' }],
    })
    const offered: RemoteRoles = { authorizationStyle: 4, sites: [{ id: 'own', name: 'Own site' }] }
    expect(trialInWords('en', grant, true, offered)).toEqual({
      roles: ['Member', 'CRA'],
      sites: ['Own site'],
    })
    expect(trialInWords('en', grant, false, offered)).toEqual({ roles: ['Member', 'CRA'] })
  })
})
