import type { MenuGroup } from '@atrium/contract'
import { storageKeys, useTexts } from '@atrium/shared-api'
import { IconMenuFold, IconMenuUnfold } from '@atrium/ui-kit/icons'
import { useState } from 'react'
import { MenuTree } from './MenuTree.tsx'
import './side-menu.css'

/** Shows the menu beside the content. It can be folded to icons. Narrow screens have the drawer instead. */
export function SideMenu({ menu }: { readonly menu: readonly MenuGroup[] }) {
  const t = useTexts('shell')
  const [folded, setFolded] = useFolded()
  const Icon = folded ? IconMenuUnfold : IconMenuFold
  const label = t(folded ? 'menu.unfold' : 'menu.fold')
  return (
    <div className={`side-menu ${folded ? 'side-folded' : ''}`}>
      <MenuTree menu={menu} folded={folded} />
      <button
        type="button"
        className="side-fold"
        aria-label={label}
        title={label}
        onClick={() => setFolded(!folded)}
      >
        <Icon aria-hidden="true" />
      </button>
    </div>
  )
}

/** Returns whether the menu is folded, and a setter. The browser stores the value. */
function useFolded(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(storageKeys.menuFolded) === 'true')
  const fold = (folded: boolean): void => {
    localStorage.setItem(storageKeys.menuFolded, String(folded))
    setFolded(folded)
  }
  return [folded, fold]
}
