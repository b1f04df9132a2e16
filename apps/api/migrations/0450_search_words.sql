-- Words with a typing error are compared in memory (decision 086). The extension stays for servers of the release before, which still ask
-- for the distance of words while this one is rolled out.
drop index search_word_by_trigram;
