import { Button, Message } from '@atrium/ui-kit'
import { EmptyState, KeywordInput } from '@atrium/ui-kit/list'
import { CheckBox, Dialog } from '@atrium/ui-kit/overlay'
import { search, Tree } from '@atrium/ui-kit/tree'
import { useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { nameOf, type StudyScope } from './scopes.ts'

interface ChecksProps {
  readonly sites: readonly StudyScope[]
  readonly checked: ReadonlySet<string>
  readonly onCheck: (ids: ReadonlySet<string>) => void
}

/** Checkboxes for the sites of a study, with one to check all of them. */
function SiteChecks({ sites, checked, onCheck }: ChecksProps) {
  const t = useStudyText()
  const [keyWord, setKeyWord] = useState('')
  const rows = useMemo(() => search(sites, keyWord, nameOf).rows, [sites, keyWord])
  const shown = rows.map(({ branch }) => branch.id)
  const among = shown.filter((id) => checked.has(id)).length
  const toggle = (ids: readonly string[], isOn: boolean) => {
    const changed = new Set(ids)
    const others = [...checked].filter((id) => !changed.has(id))
    onCheck(new Set(isOn ? [...others, ...ids] : others))
  }
  return (
    <>
      <div className="study-sites-head">
        <KeywordInput placeholder={t('user.sites.search')} value={keyWord} onChange={setKeyWord} />
        <output>{t('user.sites.selected', { count: checked.size })}</output>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('user.sites.noMatch')} />
      ) : (
        <>
          <div className="study-sites-all">
            <CheckBox
              checked={among === shown.length}
              mixed={among > 0 && among < shown.length}
              onChange={(isOn) => toggle(shown, isOn)}
            >
              {t('user.sites.all')}
            </CheckBox>
          </div>
          <div className="study-sites-tree">
            <Tree
              label={t('user.sites.label')}
              rows={rows}
              nameOf={nameOf}
              keyWord={keyWord}
              checked={checked}
              onCheck={(id) => toggle([id], !checked.has(id))}
            />
          </div>
        </>
      )}
    </>
  )
}

interface Props {
  readonly scope: StudyScope
  /** Sites of the scope's study. */
  readonly sites: readonly StudyScope[]
  /** Number of people to authorize. */
  readonly count: number
  /** Saves the sites. On failure, must show the error itself. The dialog then stays open. */
  readonly onSave: (studySiteIds: string[]) => Promise<void>
  readonly onClose: () => void
}

/** Asks at which sites of a study people are authorized. Initially, the site selected on the page is checked. */
export function SitesDialog({ scope, sites, count, onSave, onClose }: Props) {
  const t = useStudyText()
  const { studySiteId } = scope
  const [checked, setChecked] = useState<ReadonlySet<string>>(
    () => new Set(studySiteId === '' ? [] : [studySiteId]),
  )
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (checked.size === 0) return Message.warning(t('user.selectSite'))
    setBusy(true)
    await onSave([...checked]).catch(() => undefined)
    setBusy(false)
  }
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <Dialog
      open
      title={t('user.sites.title')}
      width={560}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('user.sites.back')}</Button>
          <Button type="primary" loading={busy} disabled={sites.length === 0} onClick={save}>
            {t('user.pick.save')}
          </Button>
        </>
      }
    >
      {sites.length === 0 ? (
        <EmptyState title={t('user.sites.empty')} hint={t('user.sites.emptyHint')} />
      ) : (
        <>
          <p className="study-sites-people">{t('user.sites.users', { count })}</p>
          <SiteChecks sites={sites} checked={checked} onCheck={setChecked} />
        </>
      )}
    </Dialog>
  )
}
