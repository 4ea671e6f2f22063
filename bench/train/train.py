"""Trains the block classifier on what dump.ts wrote, and measures it on whole domains that it was not trained on.

usage: train.py <folder> all        the model that is shipped, content-model.bin
       train.py <folder> 0 1 2 3 4  models without one fifth of the domains each
       train.py <folder> report     how good those are
"""
import json
import sys
import time
from collections import Counter, defaultdict

import numpy as np
import xgboost as xgb

TREES = 300
PARAMETERS = dict(
    objective='binary:logistic', tree_method='hist', grow_policy='lossguide', max_depth=0, max_leaves=31,
    eta=0.06, colsample_bytree=0.35, subsample=0.6, min_child_weight=20, reg_lambda=2, max_bin=64, seed=1,
    seed_per_iteration=True,
    # Another number adds up in another order: the same input would give another model.
    nthread=2)
# What a page of each corpus weighs beside a page of the first, where its whole content is known.
PAGE_WEIGHTS = {'cropped': 0.15, 'made': 0.15, 'snippets': 0.4}
# A block weighs its words to this power: F1 counts words, but short blocks are where content ends.
WORD_POWER = 0.7

folder = sys.argv[1]
index = json.load(open(f'{folder}/index.json'))
pages, width = index['pages'], index['width']
labels = np.fromfile(f'{folder}/labels.f32', np.float32)
words = np.fromfile(f'{folder}/words.i32', np.int32)
truths = np.fromfile(f'{folder}/truth.i32', np.int32)
block_starts = np.cumsum([0] + [page['blocks'] for page in pages])
word_starts = np.cumsum([0] + [page['words'] for page in pages])
truth_starts = np.cumsum([0] + [page['truth'] for page in pages])
sizes = np.maximum(np.concatenate([np.array(page['lengths'], np.float32) for page in pages]), 1)
folds = np.repeat([page['fold'] for page in pages], [page['blocks'] for page in pages])


def features(fold):
    return np.memmap(f'{folder}/features-{fold}.f32', np.float32, 'r').reshape(-1, width)


def weigh():
    weights = np.zeros(len(labels), np.float32)
    for at, page in enumerate(pages):
        own = slice(block_starts[at], block_starts[at + 1])
        power = WORD_POWER if page['truth'] > 0 or page['corpus'] == 'cropped' else 0
        values = np.where(labels[own] >= 0, sizes[own] ** power, 0)
        weights[own] = values / max(values.sum(), 1e-9) * PAGE_WEIGHTS.get(page['corpus'], 1)
    return weights * len(labels) / weights.sum()


def train(rows, fold):
    weights = weigh()
    rows = rows[weights[rows] > 0]
    # Some of the lightest blocks, menus mostly, stand for all of them.
    random = np.random.default_rng(1)
    light = weights[rows] < np.quantile(weights[rows], 0.6)
    kept = ~light | (random.random(len(rows)) < 0.2)
    weights = np.where(light, weights[rows] / 0.2, weights[rows])[kept]
    rows = rows[kept]
    data = xgb.DMatrix(features(fold)[rows], labels[rows], weight=weights, nthread=2)
    return xgb.train(PARAMETERS, data, TREES)


def pack(model, lexicon, name):
    """Writes what src/document/main-content/model.ts reads."""
    values, splits = [], []

    def add(node):
        leaf = 'leaf' in node
        values.append(node['leaf'] if leaf else node['split_condition'])
        splits.append(255 if leaf else int(node['split'][1:]))
        if not leaf:
            children = {child['nodeid']: child for child in node['children']}
            add(children[node['yes']])
            add(children[node['no']])

    trees = [json.loads(text) for text in model.get_dump(dump_format='json')]
    for tree in trees:
        add(tree)
    base = float(json.loads(model.save_config())['learner']['learner_model_param']['base_score'])
    parts = [
        np.array([width, len(trees), len(splits), len(lexicon)], '<u4'), np.array([np.log(base / (1 - base))], '<f4'),
        np.array([token for token, _ in lexicon], '<i4'), np.array(values, '<f4'), np.array(splits, 'u1'),
        np.array([round(odds * 32) for _, odds in lexicon], 'i1')]
    with open(name, 'wb') as file:
        for part in parts:
            file.write(part.tobytes())
        print(name, file.tell(), 'bytes')


def choose(chances, own):
    """The blocks that make the expected F1 greatest, as src/document/main-content/choose.ts has it."""
    order = np.argsort(-chances, kind='stable')
    right = np.cumsum(own[order] * chances[order])
    taken = np.cumsum(own[order])
    best = np.argmax(2 * right / (taken + (own * chances).sum() + 1e-9))
    kept = np.zeros(len(chances), bool)
    kept[order[:best + 1]] = True
    return kept


def score(at, kept, length):
    """F1, precision and recall of the words of a page, or of its rows of words."""
    own = words[word_starts[at]:word_starts[at + 1]][np.repeat(kept, np.array(pages[at]['lengths'], int))].tolist()
    truth = truths[truth_starts[at]:truth_starts[at + 1]].tolist()
    rows = [Counter(tuple(text[i:i + length]) for i in range(len(text) - length + 1)) for text in (own, truth)]
    right = (rows[0] & rows[1]).total()
    precision, recall = right / max(1, rows[0].total()), right / max(1, rows[1].total())
    return 2 * precision * recall / max(1e-9, precision + recall), precision, recall


def report(chances):
    types, articles, limits = defaultdict(list), defaultdict(list), []
    for at, page in enumerate(pages):
        if page['truth'] == 0:
            continue
        own = slice(block_starts[at], block_starts[at + 1])
        if page['corpus'] == 'articles':
            articles['chosen'].append(score(at, choose(chances[own], sizes[own]), 4))
            for limit in (0.5, 0.6, 0.7, 0.8):
                articles[limit].append(score(at, chances[own] >= limit, 4))
            continue
        types[page['type']].append(score(at, choose(chances[own], sizes[own]), 1) if page['blocks'] else (0, 0, 0))
        limits.append(score(at, labels[own] >= 0.5, 1)[0])
    types['all'] = [scores for kind in types.values() for scores in kind]
    for kind, scores in types.items():
        print(f'{kind:14} {len(scores):5} pages  F1 %.4f  precision %.4f  recall %.4f' % tuple(np.mean(scores, 0)))
    print(f'with the labels themselves F1 {np.mean(limits):.4f}')
    for kind, scores in articles.items():
        _, precision, recall = np.mean(scores, 0)
        print(f'articles {kind}: 4-shingle F1 {2 * precision * recall / (precision + recall):.4f}  {precision:.4f} {recall:.4f}')


def lexicon(name):
    return json.load(open(f'{folder}/{name}.json'))


if sys.argv[2:] == ['all']:
    # Its own part of the lexicon left out, every page is described as an unknown one will be.
    own = np.empty((len(labels), width), np.float32)
    for fold in range(5):
        own[folds == fold] = features(fold)[folds == fold]
    features = lambda _: own
    model = train(np.arange(len(labels)), 0)
    pack(model, lexicon('lexicon'), f'{folder}/content-model.bin')
    rows = own[::len(own) // 12][:12]
    said = model.predict(xgb.DMatrix(rows))
    with open(f'{folder}/content-model.check.json', 'w') as file:
        json.dump([{'row': row.tolist(), 'chance': float(chance)} for row, chance in zip(rows, said)], file)
        file.write('\n')
elif sys.argv[2:] == ['report']:
    chances = np.zeros(len(labels), np.float32)
    for fold in range(5):
        chances[folds == fold] = np.fromfile(f'{folder}/chances-{fold}.f32', np.float32)
    report(chances)
else:
    for fold in (int(fold) for fold in sys.argv[2:]):
        started = time.time()
        model = train(np.flatnonzero(folds != fold), fold)
        held = np.flatnonzero(folds == fold)
        model.predict(xgb.DMatrix(features(fold)[held], nthread=2)).tofile(f'{folder}/chances-{fold}.f32')
        pack(model, lexicon(f'lexicon-{fold}'), f'{folder}/fold-{fold}.bin')
        gains = sorted(model.get_score(importance_type='total_gain').items(), key=lambda gain: -gain[1])
        json.dump(gains, open(f'{folder}/gains.json', 'w'))
        print(f'part {fold} trained in {time.time() - started:.0f} s', flush=True)
