import { type Menu, type MenuWithEntries, openStatus } from '@atrium/contract'
import { ErrorState } from '@atrium/ui-kit'
import { OpenTag } from '@atrium/ui-kit/list'
import { CheckBox } from '@atrium/ui-kit/overlay'
import { useSystemText } from '../texts/index.ts'
import { extentOf, leafIds, toggleLeaves } from './permissions.ts'
import { useGrantable } from './use-grantable.ts'
import { useMenuTree } from './use-menu-tree.ts'

interface Props {
  readonly id?: string
  /** Ids of the selected menus, including their groups. */
  readonly value?: readonly string[]
  readonly onChange?: (ids: string[]) => void
  readonly roleType: number
}

/** Selects the menus of a role, individually or by group. */
export function PermissionTree({ id, value = [], onChange, roleType }: Props) {
  const t = useSystemText()
  const { tree, error, retry } = useMenuTree(roleType)
  const grantable = useGrantable()
  if (error) {
    return (
      <ErrorState
        title={t('role.menusFailed')}
        detail={error.message}
        retryLabel={t('action.retry')}
        onRetry={retry}
      />
    )
  }
  if (!tree) return <div className="permission-tree permission-loading" aria-busy="true" />
  const change = (ids: readonly string[], on: boolean) => onChange?.(toggleLeaves(tree, value, { ids, on }))
  const all = tree.flatMap(leafIds).filter(grantable)
  const chosen = all.filter((leaf) => value.includes(leaf)).length
  return (
    <div id={id} className="permission-tree">
      <div className="permission-all">
        <CheckBox
          checked={all.length > 0 && chosen === all.length}
          mixed={chosen > 0 && chosen < all.length}
          onChange={(on) => change(all, on)}
        >
          {t('role.allMenus')}
        </CheckBox>
        <span>{t('role.chosen', { count: chosen })}</span>
      </div>
      {tree.map((branch) => (
        <PermissionGroup
          key={branch.id}
          branch={branch}
          value={value}
          grantable={grantable}
          onChange={change}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  readonly branch: MenuWithEntries
  readonly value: readonly string[]
  readonly grantable: (id: string) => boolean
  readonly onChange: (ids: readonly string[], on: boolean) => void
}

function PermissionGroup({ branch, value, grantable, onChange }: GroupProps) {
  const extent = extentOf(branch, value)
  const open = leafIds(branch).filter(grantable)
  return (
    <fieldset className="permission-group">
      <legend className="visually-hidden">{branch.displayName}</legend>
      <CheckBox
        checked={extent === 'all'}
        mixed={extent === 'some'}
        disabled={open.length === 0}
        onChange={(on) => onChange(open, on)}
      >
        <MenuName menu={branch} />
      </CheckBox>
      <div className="permission-entries">
        {branch.list.map((entry) => (
          <CheckBox
            key={entry.id}
            checked={value.includes(entry.id)}
            disabled={!grantable(entry.id)}
            onChange={(on) => onChange([entry.id], on)}
          >
            <MenuName menu={entry} />
          </CheckBox>
        ))}
      </div>
    </fieldset>
  )
}

function MenuName({ menu: { displayName, status } }: { readonly menu: Menu }) {
  return (
    <span title={displayName}>
      {displayName} {status === openStatus.closed && <OpenTag status={status} />}
    </span>
  )
}
