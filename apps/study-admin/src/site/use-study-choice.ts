import { studyList } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useList } from '@atrium/ui-kit/list'
import { useTenantFilters } from '@atrium/ui-kit/pickers'
import { useCallback } from 'react'

const filters = { tenantId: '', keyWord: '' }
/** Prefix of the site list's parameters in the address. */
export const sitePrefix = 'site.'
/** Selecting another study resets the list of its sites. */
const ofAddress = { studyId: '', [`${sitePrefix}page`]: 1, [`${sitePrefix}keyWord`]: '' }

/** Returns the studies and the selected study: the one in the address, or else the first in the list. */
export function useStudyChoice() {
  const list = useList(studyList, useTenantFilters(filters))
  const [{ studyId }, set] = useAddressState(ofAddress)
  return {
    list,
    study: list.rows?.find(({ id }) => id === studyId) ?? list.rows?.[0],
    choose: useCallback((id: string) => set({ ...ofAddress, studyId: id }), [set]),
  }
}
