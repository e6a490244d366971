// Embeds the installed library: opens a store, writes, reads, and looks at what it cost.
#include <sheaf/store.h>

#include <iostream>

int main() {
    auto store = sheaf::Store::ephemeral();
    auto reviews = store.database("library").collection("reviews");
    reviews.createIndex({{"material.id", 1}, {"votes", -1}});
    reviews.insertOne(sheaf::parse(R"({"_id": 1, "material": {"id": 8}, "votes": 3})"));
    reviews.updateOne(sheaf::parse("{_id: 1}"), sheaf::parse("{$inc: {votes: 1}}"));
    const sheaf::Cost cost = store.lastCost();
    int votes = 0;
    for (sheaf::DocumentView review : reviews.find(sheaf::parse(R"({"material.id": 8})"))) {
        votes = review["votes"].asInt32();
    }
    std::cout << "votes " << votes << ", logical bytes " << cost.logicalBytes << "\n";
    return votes == 4 && cost.logicalBytes > 0 && cost.commits == 1 ? 0 : 1;
}
