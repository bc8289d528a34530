import { useLanguage } from '@atrium/shared-api'
import { pictureAddress } from './addresses.ts'

interface Props {
  readonly src?: string | Blob | undefined
  readonly alt?: string | undefined
}

/** A picture of a manual. Its place is kept in the shape of a screen, so that it pushes nothing away when it comes. */
export function ManualPicture({ src, alt }: Props) {
  const language = useLanguage()
  if (typeof src !== 'string') return null
  return <img src={pictureAddress(src, language)} alt={alt} width="1280" height="800" loading="lazy" />
}
