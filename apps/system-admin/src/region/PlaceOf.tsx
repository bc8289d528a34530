import { regionInfo } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'

/** The name of a region by its id, an ellipsis until it is known. */
export function PlaceOf({ id }: { readonly id: string }) {
  const { data } = useCall(regionInfo, { id })
  return data?.displayName ?? '…'
}
