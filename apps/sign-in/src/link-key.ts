import { useSearchParams } from '@atrium/shared-api'

/** The longest key that a link carries. */
const longest = 128

/** The key of the link by which the user came; '' where it is missing or cannot be one. */
export function useLinkKey(): string {
  const key = useSearchParams()[0].get('key')?.trim() ?? ''
  return key.length <= longest ? key : ''
}
