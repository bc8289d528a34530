import { tenantUserList, unblindingApprove, unblindingList } from '@atrium/contract'
import { type Api, apiOf } from './api.ts'
import { addMembers } from './studies.ts'
import { unique } from './unique.ts'
import { beginSessionOf } from './workers.ts'

/** Adds an administrator to a tenant. */
export const addAdministrator = async (api: Api, tenantId: string, name = unique('审批')) => {
  await addMembers(api, tenantId, name)
  const { list } = await api(tenantUserList, { tenantId, keyWord: name })
  const id = list[0]?.userId ?? ''
  return { id, name, api: apiOf(await beginSessionOf({ id })) }
}

/**
 * Approves the open requests for unblinded access in a tenant, as an administrator who is added for it.
 * @param keyWord part of the study's name or code
 * @returns the product's responses
 */
export const approveUnblinding = async (api: Api, tenantId: string, keyWord = '') => {
  const administrator = await addAdministrator(api, tenantId)
  const { list } = await administrator.api(unblindingList, { tenantId, state: 'requested', keyWord })
  const responses: string[] = []
  for (const { id } of list) responses.push((await administrator.api(unblindingApprove, { id })).state)
  return responses
}
