import { type Region, regionChildren } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'

/** The regions below a chosen one. */
export interface Below {
  /** '' while none is chosen. */
  readonly parentId: string
  /** undefined while they, or what the choice depends on, are on their way. */
  readonly regions: Region[] | undefined
  readonly error: Error | undefined
  readonly retry: () => void
}

interface Options {
  /** Whether anybody looks at them. */
  readonly wanted: boolean
  /** Whether it is decided which region they are below. */
  readonly settled: boolean
}

/** What lies below a region; nothing where there is none. */
export function useBelow(parentId: string, { wanted, settled }: Options): Below {
  const asked = parentId !== ''
  const { data, error, refetch } = useCall(regionChildren, { id: parentId }, { enabled: wanted && asked })
  const none = settled ? [] : undefined
  return { parentId, regions: asked ? data : none, error: error ?? undefined, retry: refetch }
}
