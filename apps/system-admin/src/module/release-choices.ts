import { type ResponseOf, releaseList } from '@atrium/contract'
import { type LookupSource, offeredAtOnce } from '@atrium/ui-kit/pickers'

type Releases = ResponseOf<typeof releaseList>

const versionsOf = (list: Releases['list']) => list.map(({ version }) => ({ value: version, label: version }))

const allVersions = ({ list, totalCount }: Releases) => ({
  choices: versionsOf(list),
  hasMore: totalCount > list.length,
})

/** Keeps the releases that can run. */
const runnableVersions = ({ list, totalCount }: Releases) => ({
  choices: versionsOf(list.filter(({ refusals }) => refusals.length === 0)),
  hasMore: totalCount > list.length,
})

const releasesOf =
  (choicesOf: LookupSource<typeof releaseList>['choicesOf']) =>
  (name: string): LookupSource<typeof releaseList> => ({
    call: releaseList,
    page: (keyWord) => ({ name, keyWord, page: 1, limit: offeredAtOnce }),
    one: (version) => ({ name, version }),
    choicesOf,
    staleTime: 0,
  })

/** Returns the releases of a module, for a select. */
export const allReleases = releasesOf(allVersions)

/** Returns the releases of a module that can run, for a select. */
export const runnableReleases = releasesOf(runnableVersions)
