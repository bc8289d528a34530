import type { MenuGroup } from '@atrium/contract'
import { storageKeys, useTexts } from '@atrium/shared-api'
import { IconMenuFold, IconMenuUnfold } from '@atrium/ui-kit/icons'
import { useState } from 'react'
import { MenuTree } from './MenuTree.tsx'
import './side-menu.css'

/** The menu beside the content, which folds to icons. Narrow screens have the drawer instead. */
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

/** Whether the menu is folded, stored in the browser. */
function useFolded(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(storageKeys.menuFolded) === 'true')
  const fold = (folded: boolean): void => {
    localStorage.setItem(storageKeys.menuFolded, String(folded))
    setFolded(folded)
  }
  return [folded, fold]
}
