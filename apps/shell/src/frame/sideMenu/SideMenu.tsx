import type { MenuGroup } from '@atrium/contract'
import { useTexts } from '@atrium/shared-api'
import { IconMenuFold, IconMenuUnfold } from '@atrium/ui-kit/icons'
import { MenuTree } from './MenuTree.tsx'
import { useFolded } from './useFolded.ts'
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
