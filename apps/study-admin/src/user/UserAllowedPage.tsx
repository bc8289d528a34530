import { authorizationStyles, studySoftware } from '@atrium/contract'
import { useAddressState, useContractText } from '@atrium/shared-api'
import { EmptyState, inShort, PageHeader, TableSkeleton, TwoPanes } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useCallback, useState } from 'react'
import { ProductTabs } from '../product/ProductTabs.tsx'
import { useStudyText } from '../texts/index.ts'
import { StudyTree } from './StudyTree.tsx'
import { StudyUserTable } from './StudyUserTable.tsx'
import { type StudyScope, scopeWith } from './scopes.ts'
import { useStudyScopes } from './use-study-scopes.ts'
import './study-user.css'

/** `place` is the id of the scope: a study in the product, or a site. The name is kept because bookmarks contain it. */
const ofAddress = { tenantId: '', softId: '', place: '' }

interface PanesProps {
  readonly tenantId: string
  readonly softId: string
  /** Short name of the product. */
  readonly software: string
  /** Whether roles in the product are blinded or unblinded. */
  readonly hasBlinding: boolean
  /** Scope id in the address. */
  readonly wanted: string
  readonly onChoose: (scope: string) => void
}

/** Shows the studies of a product on the left, and the users of the selected scope on the right. */
function StudyPanes({ tenantId, softId, software, hasBlinding, wanted, onChoose }: PanesProps) {
  const t = useStudyText()
  const shared = useContractText()
  const [keyWord, setKeyWord] = useState('')
  const [choosing, setChoosing] = useState(false)
  const studies = useStudyScopes(tenantId, softId, keyWord)
  const { all, scopes } = studies
  // If there are very many studies, the selected one may come from a search. It stays selected while the user
  // searches for others.
  const [kept, setKept] = useState<StudyScope>()
  const found = scopeWith(all, wanted) ?? scopeWith(scopes ?? [], wanted)
  if (found && found !== kept) setKept(found)
  const chosen = found ?? (kept?.id === wanted ? kept : undefined) ?? all[0]
  const choose = (scope: StudyScope) => {
    onChoose(scope.id)
    setChoosing(false)
  }
  if (scopes && all.length === 0 && !studies.error)
    return (
      <div className="card">
        <EmptyState title={t('user.noStudies')} hint={shared('refusal.studyWithoutUrl')} />
      </div>
    )
  return (
    <TwoPanes
      label={t('user.study')}
      chosen={chosen?.title ?? ''}
      open={choosing}
      onOpen={setChoosing}
      choice={
        <StudyTree
          of={`${tenantId}.${softId}`}
          studies={studies}
          keyWord={keyWord}
          onSearch={setKeyWord}
          chosen={chosen}
          onChoose={choose}
        />
      }
    >
      {chosen ? (
        <StudyUserTable key={chosen.id} scope={chosen} software={software} hasBlinding={hasBlinding} />
      ) : (
        <div className="card">{!studies.error && <TableSkeleton />}</div>
      )}
    </TwoPanes>
  )
}

/** Page that shows who may use a product for a study, or at which of its sites. */
export default function UserAllowedPage() {
  const t = useStudyText()
  const [{ tenantId: asked, softId, place }, set] = useAddressState(ofAddress)
  const { tenantId, isNone, select } = useTenantChoice({
    chosen: asked,
    onChoose: useCallback((tenantId: string) => set({ tenantId, place: '' }), [set]),
  })
  return (
    <div className="page">
      <PageHeader title={t('user.title')} purpose={t('user.purpose')} />
      <TenantSelect {...select} />
      {isNone ? (
        <NoTenant />
      ) : (
        <ProductTabs
          key={tenantId}
          call={studySoftware}
          tenantId={tenantId}
          softId={softId}
          onShow={(softId) => set({ softId, place: '' })}
          empty={t('user.noSoftware')}
          panelClassName="study-user-panel"
        >
          {({ id, displayName, authorizationStyle }) => (
            <StudyPanes
              key={id}
              tenantId={tenantId}
              softId={id}
              software={inShort(displayName)}
              hasBlinding={authorizationStyle === authorizationStyles.rtsm}
              wanted={place}
              onChoose={(scope) => set({ place: scope })}
            />
          )}
        </ProductTabs>
      )}
    </div>
  )
}
