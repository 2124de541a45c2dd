import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    languageOptions: {ecmaVersion: 2024, sourceType: 'module', globals: globals.browser},
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {
      'eqeqeq': 'error',
      'max-len': ['error', {code: 120}],
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-restricted-globals': ['error', 'localStorage', 'sessionStorage'],
      'no-restricted-properties': ['error', {property: 'innerHTML'}, {property: 'outerHTML'}],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {files: ['bundling/**'], languageOptions: {globals: globals.node}},
];
