import { IconBell, IconChevronRight, IconCode, IconLock, IconSearch, IconUserCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { Page } from '../../components/page.tsx'
import { SCREENS } from '../../screens.ts'
import classes from './settings.module.css'

const GROUPS = {
  settingsAccount: { Icon: IconUserCircle, words: "Your name, e-mail and password, where you're signed in, your data" },
  settingsNotifications: { Icon: IconBell, words: 'Push, e-mail, quiet hours, your calendar' },
  settingsPrivacy: { Icon: IconLock, words: 'What others see, whom you blocked, meeting safely' },
  settingsSearches: { Icon: IconSearch, words: 'Saved searches, dogs left out of Sniff, kilometers or miles' },
  settingsDevelopers: { Icon: IconCode, words: 'Access tokens for your own programs' },
}
export type SettingsGroupName = keyof typeof GROUPS

const ENTRY = { padding: 12, borderRadius: 16 }

export const SettingsIndex = ({ className }: { className?: string | undefined }) => (
  <nav aria-label="Settings" className={className}>
    <ul style={{ padding: 8 }}>
      {(Object.keys(GROUPS) as SettingsGroupName[]).map(name => {
        const { Icon, words } = GROUPS[name]
        return (
          <li key={name}>
            <NavLink to={SCREENS[name].paths[0]} className="line-12 plain-link pressable" style={ENTRY}>
              <Icon size={24} stroke={1.75} className="no-shrink quiet" aria-hidden="true" />
              <span className="grow">
                <span className="bold block">{SCREENS[name].title}</span>
                <span className={`quiet text-small ${classes.more}`}>{words}</span>
              </span>
              <IconChevronRight size={20} aria-hidden="true" className={`no-shrink quiet ${classes.more}`} />
            </NavLink>
          </li>
        )
      })}
    </ul>
  </nav>
)

/** A group of the settings. Where there is room, the index stands beside it. */
export const SettingsGroup = ({ name, children }: { name: SettingsGroupName; children: ReactNode }) => (
  <div className={classes.beside}>
    <SettingsIndex className={classes.side} />
    <Page title={SCREENS[name].title} width="narrow" back={{ to: '/settings', label: 'Settings', onlyNarrow: true }}>
      <div className="stack-16">{children}</div>
    </Page>
  </div>
)
