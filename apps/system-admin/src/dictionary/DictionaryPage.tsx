import { categoryTypes, type DictionaryEntry, dictionarySave } from '@atrium/contract'
import { Button, ErrorState } from '@atrium/ui-kit'
import { PageHeader, useCall, useIsPlatform } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { TenantSelect, usePlatformChoice, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'
import { mayAdd, ownerOfNew } from './access.ts'
import { CategoryChoice } from './CategoryChoice.tsx'
import { DictionaryDialog } from './DictionaryDialog.tsx'
import { EntryList } from './EntryList.tsx'
import { useDictionaryScope } from './use-dictionary-scope.ts'
import './dictionary.css'

/** Lists the categories, and the entries of the chosen category and tenant. */
export default function DictionaryPage() {
  const t = useSystemText()
  const isPlatform = useIsPlatform(dictionarySave)
  const categories = useCall(categoryTypes, {}, { staleTime: 60_000 })
  const shared = usePlatformChoice(dictionarySave, t('dictionary.sharedTenant'))
  const scope = useDictionaryScope(categories.data)
  const { tenantId, select } = useTenantChoice({
    chosen: scope.tenantId,
    onChoose: scope.chooseTenant,
    before: shared,
  })
  const { category } = scope
  const dialog = useEntityDialog<DictionaryEntry>()
  const addable = category && mayAdd(category, tenantId, isPlatform)
  return (
    <div className="page">
      <PageHeader
        title={t('dictionary.title')}
        purpose={t('dictionary.purpose')}
        action={
          addable ? (
            <Button
              type="primary"
              onClick={() =>
                dialog.add({ categoryId: category.code, tenantId: ownerOfNew(category, tenantId) })
              }
            >
              {t('dictionary.add')}
            </Button>
          ) : (
            category && <span className="dictionary-note">{t('dictionary.readOnly')}</span>
          )
        }
      />
      <TenantSelect {...select} />
      {categories.isError ? (
        <ErrorState
          title={t('dictionary.categoriesFailed')}
          detail={categories.error.message}
          retryLabel={t('action.retry')}
          onRetry={categories.refetch}
        />
      ) : (
        <div className="dictionary">
          <CategoryChoice
            categories={categories.data}
            chosen={category?.code ?? ''}
            onChoose={scope.chooseCategory}
            onRefresh={categories.refetch}
          />
          {category && tenantId && <EntryList category={category} tenantId={tenantId} dialog={dialog} />}
        </div>
      )}
      <DictionaryDialog state={dialog} name={t('dictionary.name')} />
    </div>
  )
}
