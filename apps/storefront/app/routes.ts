import { layout, type RouteConfig, route } from '@react-router/dev/routes';
import { paths, type RouteName } from './paths.ts';
import { type ScreenName, screens } from './screens.ts';

const names = Object.keys(screens) as ScreenName[];
const needsLogin = (name: RouteName) => 'login' in paths[name];
const screen = (name: ScreenName) => route(paths[name].path, screens[name], { id: name });

export default [
  layout('frame/faults.tsx', [
    ...names.filter((name) => !needsLogin(name)).map(screen),
    layout('session/protected.tsx', names.filter(needsLogin).map(screen)),
    ...(import.meta.env?.DEV ? [route('_chrome', 'chrome/gallery.tsx')] : []),
    route('*', 'frame/not-found.tsx'),
  ]),
  route(paths.brandFile.path, 'seo/brand-file.ts'),
  route('sitemap.xml', 'seo/sitemap.ts'),
  route('robots.txt', 'seo/robots.ts'),
] satisfies RouteConfig;
