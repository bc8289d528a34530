import { searchedColumns, studySearchText } from '../../../platform/database/search.ts'

/** Searchable text of a site: its code and names, which also find its study. */
export const siteText = {
  ...studySearchText,
  parts: searchedColumns('studySite.code', 'studySite.nickName', 'tenantSite.nickName'),
}
