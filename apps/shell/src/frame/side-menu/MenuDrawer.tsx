import type { MenuGroup } from '@atrium/contract'
import { useTexts } from '@atrium/shared-api'
import { IconClose, IconMenu } from '@atrium/ui-kit/icons'
import { type MouseEvent, useCallback, useRef } from 'react'
import { MenuTree } from './MenuTree.tsx'
import './menu-drawer.css'

/** Shows the menu on narrow screens. The browser's dialog traps the focus, closes on Escape and restores the focus. */
export function MenuDrawer({ menu }: { readonly menu: readonly MenuGroup[] }) {
  const t = useTexts('shell')
  const drawer = useRef<HTMLDialogElement>(null)
  const close = useCallback(() => drawer.current?.close(), [])
  // The content covers the whole dialog, so a click on the dialog itself is a click on the backdrop.
  const closeOutside = (event: MouseEvent) => event.target === drawer.current && close()
  return (
    <>
      <button
        type="button"
        className="drawer-button"
        aria-label={t('menu.open')}
        onClick={() => drawer.current?.showModal()}
      >
        <IconMenu aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape already closes the dialog */}
      <dialog ref={drawer} className="drawer" aria-label={t('menu.label')} onClick={closeOutside}>
        <div className="drawer-content">
          <button type="button" className="drawer-button" aria-label={t('menu.close')} onClick={close}>
            <IconClose aria-hidden="true" />
          </button>
          <MenuTree menu={menu} onChosen={close} />
        </div>
      </dialog>
    </>
  )
}
