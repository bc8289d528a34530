import { type ResponseOf, releaseList } from '@atrium/contract'
import { type LookupSource, offeredAtOnce } from '@atrium/ui-kit/pickers'

type Releases = ResponseOf<typeof releaseList>

const versionsOf = (list: Releases['list']) => list.map(({ version }) => ({ value: version, label: version }))

const allVersions = ({ list, totalCount }: Releases) => ({
  choices: versionsOf(list),
  hasMore: totalCount > list.length,
})

/** Returns the versions that can run, as choices. */
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

/** Search for the releases of a module in a select. */
export const allReleases = releasesOf(allVersions)

/** Search for the runnable releases of a module in a select. */
export const runnableReleases = releasesOf(runnableVersions)
