import { useSearchParams } from '@atrium/shared-api'

/** Maximum length of a link's key. */
const maxLength = 128

/** Returns the key of the link that the user followed, '' if it is missing or invalid. */
export function useLinkKey(): string {
  const key = useSearchParams()[0].get('key')?.trim() ?? ''
  return key.length <= maxLength ? key : ''
}
