import { fileList, mailList, smsList, tenantList } from '@atrium/contract'
import { installProfile, profile } from '@atrium/shared-api'
import { afterEach, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { shownZone } from '../base/instant.ts'
import { show } from '../test-support/render.tsx'
import { useInZone, zoneOfDays } from './zone.ts'

const before = profile()
afterEach(() => installProfile(before))

function Days() {
  return <output aria-label="days">{useInZone()('Time')}</output>
}

const shownIn = async (timeZone: string) => {
  installProfile({ ...before, timeZone })
  await show(<Days />)
  return (await screen.findByLabelText('days')).textContent
}

it('sends the zone in which times are shown with every list that is filtered by days', () => {
  for (const call of [fileList, mailList, smsList]) expect(zoneOfDays(call)).toEqual({ timeZone: shownZone })
  expect(zoneOfDays(tenantList)).toEqual({})
})

it('names the deployment’s zone if the browser uses another one', async () => {
  expect(await shownIn('Pacific/Auckland')).toBe('Time (Pacific/Auckland)')
})

it('names no zone if the browser uses the same one under any name', async () => {
  expect(await shownIn(shownZone.toLowerCase())).toBe('Time')
})
