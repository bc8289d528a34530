import { CheckFilter, KeywordInput, type List } from '@atrium/ui-kit/list'
import { useSystemText } from '../texts/index.ts'
import { all } from './request.ts'

/** Filters the user list by user name and keyword, and optionally includes special users. */
export function UserFilters({ state }: Pick<List<never>, 'state'>) {
  const t = useSystemText()
  const { userName = '', keyWord = '', searchAll } = state.values
  return (
    <>
      <div className="user-keyword">
        <KeywordInput
          placeholder={t('user.searchName')}
          value={userName}
          onChange={(name) => state.filter({ userName: name })}
        />
      </div>
      <div className="user-keyword">
        <KeywordInput
          placeholder={t('user.search')}
          value={keyWord}
          onChange={(keyword) => state.filter({ keyWord: keyword })}
        />
      </div>
      <CheckFilter
        checked={searchAll === all}
        onChange={(checked) => state.filter({ searchAll: checked ? all : '' })}
      >
        {t('user.searchAll')}
      </CheckFilter>
    </>
  )
}
