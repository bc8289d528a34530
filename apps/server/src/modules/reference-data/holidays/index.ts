import { holidayList, holidaySave } from '@atrium/contract'
import { handle, type Route } from '../../../platform/http/route.ts'
import { listCalendars } from './queries.ts'
import { saveCalendar } from './save.ts'

export const holidayRoutes: readonly Route[] = [
  handle(holidayList, listCalendars),
  handle(holidaySave, saveCalendar),
]
