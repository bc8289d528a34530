import { studyList } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useList } from '@atrium/ui-kit/list'
import { useTenantFilters } from '@atrium/ui-kit/pickers'
import { useCallback } from 'react'

const filters = { tenantId: '', keyWord: '' }
/** Before the names of the list of sites in the address, which is of the chosen study. */
export const sitePrefix = 'site.'
/** With another study the list of its sites starts again. */
const ofAddress = { studyId: '', [`${sitePrefix}page`]: 1, [`${sitePrefix}keyWord`]: '' }

/** Returns the studies and the selected one: the one in the address, or else the first visible one. */
export function useStudyChoice() {
  const list = useList(studyList, useTenantFilters(filters))
  const [{ studyId }, set] = useAddressState(ofAddress)
  return {
    list,
    study: list.rows?.find(({ id }) => id === studyId) ?? list.rows?.[0],
    choose: useCallback((id: string) => set({ ...ofAddress, studyId: id }), [set]),
  }
}
