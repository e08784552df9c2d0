import { isolate } from '@barkyard/domain/isolate'
import { Link } from 'react-router-dom'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Page } from '../../components/page.tsx'
import { SCREENS } from '../../screens.ts'
import classes from './lost.module.css'
import { CaseLine, useNearCases } from './strip.tsx'

const ROW = { minHeight: 88, paddingBlock: 8, lineHeight: 1.35 }

export const Component = () => (
  <div className={classes.sheet}>
    <Page title={SCREENS.lostList.title} width="narrow">
      <Loaded query={useNearCases()} failed="We couldn't load this" rows={4}>
        {cases =>
          cases.length === 0 ? (
            <EmptyState title="No dog is lost near you" text="If one is, you are told, and find it here." />
          ) : (
            <ul className="stack-12">
              {cases.map(lost => (
                <li key={lost.id}>
                  <Link to={`/lost/${lost.id}`} className={`line-12 plain-link ${classes.box}`} style={ROW}>
                    <DogAvatar dog={lost.dog} size={72} />
                    <span className="grow breakable">
                      <span className="block text-name bold">{isolate(lost.dog.name)}</span>
                      <CaseLine lost={lost} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  </div>
)
