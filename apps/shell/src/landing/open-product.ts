import { openSoftware, rtsmStudies, softwareTenants, userSoftware } from '@atrium/contract'
import { keepSelection, send } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { useRef } from 'react'

/** The product to open: of a tenant, or in one of its studies. */
interface Opened {
  readonly softwareId: string
  readonly tenantId: string
  readonly study?: { readonly studyUrlId: string; readonly studyId: string }
}

/**
 * Opens products, at their mobile address on narrow screens. The product opens in this tab: a new tab would have to
 * open before the code arrives, which pop-up blockers prevent. The back button returns here.
 */
export function useOpenProduct() {
  const narrow = useNarrow()
  const underWay = useRef(false)
  return async ({ softwareId, tenantId, study }: Opened): Promise<void> => {
    if (underWay.current) return
    underWay.current = true
    try {
      const target = { softwareId, tenantId, studyUrlId: study?.studyUrlId }
      const { url, mobileUrl } = await send(openSoftware, target)
      keepSelection({ projectId: study?.studyId ?? '', hospitalId: tenantId })
      window.location.assign(narrow ? mobileUrl : url)
    } catch {
      // The error message is already shown. The lists on the page may be outdated.
      void refresh(userSoftware, softwareTenants, rtsmStudies)
    } finally {
      underWay.current = false
    }
  }
}
