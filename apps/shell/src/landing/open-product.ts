import { openSoftware, rtsmStudies, softwareTenants, userSoftware } from '@atrium/contract'
import { keepPlace, send } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { useRef } from 'react'

/** What is opened: a product of a tenant, or a study in it. */
interface Opened {
  readonly softwareId: string
  readonly tenantId: string
  readonly study?: { readonly studyUrlId: string; readonly studyId: string }
}

/**
 * Opens products: at their address for phones where there is little room. The product takes this tab: a new one would
 * have to be there before the code is, which pop-up blockers stop, and the browser's way back leads here again.
 */
export function useOpenProduct() {
  const narrow = useNarrow()
  const underWay = useRef(false)
  return async ({ softwareId, tenantId, study }: Opened): Promise<void> => {
    if (underWay.current) return
    underWay.current = true
    try {
      const place = { softwareId, tenantId, studyUrlId: study?.studyUrlId }
      const { url, mobileUrl } = await send(openSoftware, place)
      keepPlace({ projectId: study?.studyId ?? '', hospitalId: tenantId })
      window.location.assign(narrow ? mobileUrl : url)
    } catch {
      // Why not has been shown. What the page offers may be out of date.
      void refresh(userSoftware, softwareTenants, rtsmStudies)
    } finally {
      underWay.current = false
    }
  }
}
